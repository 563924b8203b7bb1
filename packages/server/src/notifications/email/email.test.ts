import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { idOf, ORG } from '../audience/audience.fixtures.ts'
import { BUFFER_MS, mailGround, PAGE, URL_HERE } from './email.fixtures.ts'
import { startMailServer } from './testing/start-mail-server.ts'
import { SmtpTransport } from './smtp.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The value of a header as it stands in the mail, folded or not. */
const lineOf = (mail: { headerLines: readonly { key: string; line: string }[] } | undefined, key: string) =>
  mail?.headerLines.find((header) => header.key === key)?.line

describeEngines('mails', (engine) => {
  it('I1, I7, I8: carry what mail programs need, each on one line', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    await g.say('bob', 'a reply', slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    const [mail] = g.to('ada')
    expect(g.server.mails).toHaveLength(1)
    expect(lineOf(mail, 'list-unsubscribe')).toMatch(
      /^List-Unsubscribe: <https:\/\/comments\.example\.com\/v1\/unsubscribe\/[\w.-]+>$/,
    )
    expect(lineOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(lineOf(mail, 'auto-submitted')).toBe('Auto-Submitted: auto-generated')
    expect(lineOf(mail, 'list-id')).toBe(`List-ID: <${ORG}.comments.example.com>`)
    expect(lineOf(mail, 'precedence')).toBe('Precedence: list')
    expect(lineOf(mail, 'feedback-id')).toBe(`Feedback-ID: instant:${ORG}:comments:palaver`)
    expect(mail?.messageId).toMatch(/^<window\.[0-9a-f]{40}@example\.com>$/)
    expect(mail?.from?.text).toBe('"Comments" <comments@example.com>')
    expect(mail?.inReplyTo).toMatch(/^<thread\.[0-9a-f]{40}@example\.com>$/)
    expect(mail?.references).toBe(mail?.inReplyTo)
  })

  it('I7: about the same discussion belong together, under the same subject', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    g.start()
    await g.say('bob', 'a reply', slug)
    await g.follow()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    await g.say('bob', 'another reply', slug)
    await g.follow()
    g.moveTo(g.now() + 2 * BUFFER_MS)
    await g.settled()
    const [mail, later] = g.to('ada')
    expect(later?.inReplyTo).toMatch(/^<thread/)
    expect([later?.inReplyTo, later?.subject]).toEqual([mail?.inReplyTo, mail?.subject])
    expect(later?.messageId).not.toBe(mail?.messageId)
  })

  it('lead to the comment on the page of the host, and say who wrote what', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const reply = await g.say('bob', 'Hello *there*', slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    const [mail] = g.to('ada')
    const link = `${PAGE}#comment-${reply.slug.replaceAll('/', '.')}`
    expect(mail?.subject).toBe('New comments: A & <b>')
    expect(mail?.text).toContain('bob replied to you')
    expect(mail?.text).toContain('> Hello there')
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(mail?.html).toContain('A &amp; &lt;b&gt;')
    expect((await g.tellingOf(reply.event, 'ada'))?.state).toBe('sent')
  })

  it('I11: let no text bring markup, pictures, links or headers', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const text =
      '<img src=https://evil.example/p.gif> [your bank](https://evil.example) ![x](https://evil.example/y.png)\nBcc: all@evil.example'
    await g.say('bob', text, slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    const [mail] = g.to('ada')
    const html = String(mail?.html)
    expect(html).not.toMatch(/<img|<script|<iframe/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(String(href)).host)
    expect(new Set(links)).toEqual(new Set(['blog.example.com', 'comments.example.com']))
    expect(mail?.headerLines.map(({ key }) => key)).not.toContain('bcc')
    expect(g.server.mails.map(({ recipient }) => recipient)).toEqual(['ada@x.example'])
  })

  it('H3: gather what comes within a moment, of one discussion in one mail', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    for (const name of ['bob', 'cy', 'dee']) await g.say(name, `from ${name}`, slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    const [mail, ...others] = g.to('ada')
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/^3 new comments/)
    for (const name of ['bob', 'cy', 'dee']) expect(mail?.text).toContain(`from ${name}`)
  })

  it('H6: are not sent where nothing of it may be told any more, and each says why', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const one = await g.say('bob', 'gone soon', slug)
    const two = await g.say('cy', 'muted soon', slug)
    await g.follow()
    await g.remove('bob', one.slug)
    await g.level('ada', 'muted')
    g.start()
    g.moveTo(g.now() + BUFFER_MS + 2000)
    await g.settled()
    expect(g.to('ada')).toEqual([])
    await g.expectSkip(one.event, 'ada', 'not-there')
    await g.expectSkip(two.event, 'ada', 'muted-discussion')
    const { docs } = await g.rows.windows.find({ where: { person: idOf('ada') }, limit: 9 })
    expect(docs.map(({ state }) => state)).toEqual(['empty'])
  })

  it('are not for who has no address, or does not want any', async () => {
    const g = await mailGround(engine, { emails: { ada: 'not an address' } })
    const { slug } = await g.say('ada', 'first')
    const first = await g.say('cy', 'me too')
    await g.choose('cy', { mail: 'off' })
    g.moveTo(g.now() + 2000)
    const second = await g.say('bob', 'a reply', slug)
    const third = await g.say('bob', 'a reply', first.slug)
    await g.follow()
    await g.expectSkip(second.event, 'ada', 'no-address')
    await g.expectSkip(third.event, 'cy', 'preference')
    expect((await g.rows.windows.find({ where: { person: idOf('ada') }, limit: 1 })).docs).toEqual([])
  })

  it('I5, I6: end with a link for all, a kind or a discussion, also those that wait', async () => {
    for (const scope of [
      { kind: 'all' },
      { kind: 'reason', reason: 'reply' },
      { kind: 'discussion', discussion: null },
    ] as const) {
      const g = await mailGround(engine)
      const { slug } = await g.say('ada', 'first')
      const { event } = await g.say('bob', 'a reply', slug)
      await g.follow()
      const ends = scope.kind === 'discussion' ? { ...scope, discussion: g.discussion } : scope
      const link = await g.unsubscribes.linkOf(URL_HERE, { org: ORG, person: idOf('ada'), scope: ends })
      const token = link.slice(link.lastIndexOf('/') + 1)
      await g.unsubscribes.read(token)
      await g.unsubscribes.act(token)
      await g.unsubscribes.act(token)
      g.start()
      g.moveTo(g.now() + BUFFER_MS + 2000)
      await g.settled()
      expect(g.server.mails).toEqual([])
      await g.expectSkip(event, 'ada', 'unsubscribed')
    }
  })

  it('A8: are sent again, as the same, where the answer of the server is lost', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const { event } = await g.say('bob', 'a reply', slug)
    await g.follow()
    let isLost = true
    g.server.onMail = () => {
      const answer = isLost ? 'hang-up' : null
      isLost = false
      return answer
    }
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    expect((await g.tellingOf(event, 'ada'))?.state).toBe('waiting')
    for (let minutes = 0; minutes < 3; minutes++) {
      g.moveTo(g.now() + 120_000)
      await g.settled()
    }
    const [first, again, ...more] = g.to('ada')
    expect([again?.messageId, more]).toEqual([first?.messageId, []])
    expect((await g.tellingOf(event, 'ada'))?.state).toBe('sent')
  })

  it('A7: are sent again where the connection breaks while they are handed over', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    await g.say('bob', 'a reply', slug)
    await g.follow()
    let isBroken = true
    g.server.onMail = () => (isBroken ? 'drop' : null)
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    isBroken = false
    g.moveTo(g.now() + 120_000)
    await g.settled()
    expect([g.server.offered.length, g.to('ada').length]).toEqual([2, 1])
  })

  it('B1: wait while no server can be reached; after a day of that there is one mail', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const { url } = g.server
    const port = Number(new URL(url).port)
    await g.server.stop()
    g.start(new SmtpTransport({ url, now: g.now, random: () => 0 }))
    for (let hour = 0; hour < 24; hour++) {
      await g.say('bob', `hour ${hour}`, slug)
      await g.follow()
      g.moveTo(g.now() + HOUR)
      await g.settled()
    }
    const server = await startMailServer(port)
    g.moveTo(g.now() + 120_000)
    await g.settled()
    expect(server.mails.map(({ recipient }) => recipient)).toEqual(['ada@x.example'])
    expect(server.mails[0]?.text).toMatch(/^24 new comments/)
  })

  it('B7: are not tried again where the server refuses for good, and the address is left alone', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    g.server.onRecipient = () => ({ code: 550, message: '5.1.1 <ada@x.example> is no user' })
    const { event } = await g.say('bob', 'a reply', slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    g.moveTo(g.now() + 3 * DAY)
    await g.settled()
    expect(g.server.offered).toEqual(['ada@x.example'])
    await g.expectSkip(event, 'ada', 'bounced')
    // What the server said is kept, but for the address.
    const { docs } = await g.rows.windows.find({ where: { person: idOf('ada') }, limit: 9 })
    expect(docs[0]?.error).toContain('<(address)> is no user')
    const later = await g.say('bob', 'another', slug)
    await g.follow()
    await g.expectSkip(later.event, 'ada', 'bounced')
    // Another address begins anew.
    await g.people.upsert(ORG, [{ id: 'ada', username: 'ada', email: 'new@x.example' }])
    g.server.onRecipient = () => null
    g.moveTo(g.now() + 2000)
    await g.say('bob', 'a third', slug)
    await g.follow()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    expect(g.server.mails.map(({ recipient }) => recipient)).toEqual(['new@x.example'])
  })

  it('B8: are tried again by the table where the server asks for it', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    let tries = 0
    g.server.onRecipient = () => (++tries < 4 ? { code: 451, message: 'later' } : null)
    await g.say('bob', 'a reply', slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    for (const [minutes, expected] of [
      [1, 2],
      [4, 2],
      [1, 3],
      [29, 3],
      [1, 4],
    ] as const) {
      g.moveTo(g.now() + minutes * 60_000)
      await g.settled()
      expect(tries).toBe(expected)
    }
    expect(g.to('ada')).toHaveLength(1)
  })

  it('B8: stop for all while the server says that it goes down', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    const other = await g.say('cy', 'mine')
    let isDown = true
    g.server.onRecipient = () => (isDown ? { code: 421, message: 'going down' } : null)
    await g.say('bob', 'a reply', slug)
    await g.say('bob', 'another', other.slug)
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    expect(g.server.mails).toEqual([])
    isDown = false
    g.moveTo(g.now() + 120_000)
    await g.settled()
    expect(g.server.mails.map(({ recipient }) => recipient).toSorted()).toEqual(['ada@x.example', 'cy@x.example'])
  })

  it('H12: go with the digest where somebody changes to it while they wait, once', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    await g.say('bob', 'before', slug)
    await g.follow()
    await g.choose('ada', { mail: 'daily' })
    g.start()
    g.moveTo(g.now() + BUFFER_MS + 2000)
    await g.settled()
    expect(g.server.mails).toEqual([])
    await g.say('bob', 'after', slug)
    await g.follow()
    g.moveTo(g.now() + DAY)
    await g.settled()
    expect(g.to('ada').map(({ text }) => [text?.includes('before'), text?.includes('after')])).toEqual([[true, true]])
    g.moveTo(g.now() + 7 * DAY)
    await g.settled()
    expect(g.server.mails).toHaveLength(1)
  })

  it('H13: are no more than so many a day; the others come in one digest the day after', async () => {
    const g = await mailGround(engine, { mailsPerDay: 2 })
    const { slug } = await g.say('ada', 'first')
    g.start()
    for (let n = 0; n < 6; n++) {
      await g.say('bob', `reply ${n}`, slug)
      await g.follow()
      g.moveTo(g.now() + 2 * BUFFER_MS)
      await g.settled()
    }
    expect(g.to('ada')).toHaveLength(2)
    g.moveTo(g.now() + 2 * DAY)
    await g.settled()
    const [, , digest, ...more] = g.to('ada')
    expect(more).toEqual([])
    for (const n of [2, 3, 4, 5]) expect(digest?.text).toContain(`reply ${n}`)
  })

  it('H15: leave out of a digest what somebody could see meanwhile, and is not sent for it alone', async () => {
    const g = await mailGround(engine)
    const { slug } = await g.say('ada', 'first')
    await g.choose('ada', { mail: 'daily' })
    g.moveTo(g.now() + 2000)
    const { event } = await g.say('bob', 'a reply', slug)
    await g.follow()
    const active = new Date(g.now() + 1000).toISOString()
    await g.needs.inboxes.insert({ _id: idOf('ada'), org: ORG, readTo: 0, seenTo: 0, active })
    g.start()
    g.moveTo(g.now() + 2 * DAY)
    await g.settled()
    expect(g.server.mails).toEqual([])
    await g.expectSkip(event, 'ada', 'seen-recently')
  })

  it('I13: go to plus-addresses, and to addresses and domains in other scripts', async () => {
    const emails = { ada: 'ada+news@x.example', bob: 'bob@bücher.example', cy: 'кай@пример.example' }
    const g = await mailGround(engine, { emails })
    const { slug } = await g.say('dee', 'first')
    for (const name of ['ada', 'bob', 'cy']) await g.say(name, 'hello', slug)
    await g.say('dee', 'to all')
    for (const name of ['ada', 'bob', 'cy']) await g.level(name, 'watching')
    await g.say('dee', 'to all again')
    await g.follow()
    g.start()
    g.moveTo(g.now() + BUFFER_MS)
    await g.settled()
    const recipients = g.server.mails.map(({ recipient }) => recipient.normalize())
    expect(recipients).toContain('ada+news@x.example')
    expect(recipients.filter((to) => to.startsWith('bob@'))).toHaveLength(1)
    expect(recipients.filter((to) => to.startsWith('кай@'))).toHaveLength(1)
  })
})
