import { expect, it, onTestFinished } from 'vitest'
import type { TestEngine } from '../../../store/src/testing/engines.ts'
import { describeEngines } from '../../../store/src/testing/suite.ts'
import { actor, HOUR_MS, idOf, ORG, peopleIn } from '../accounts/people.fixtures.ts'
import type { People } from '../accounts/people.ts'
import { writeAtHome } from './home.ts'
import type { Holding } from './judging.ts'
import { ADMIN, groundOn } from './testing/ground.ts'
import { RENDERER } from './text/render.ts'

const AUTHOR = actor('author')
const DAY_MS = 24 * HOUR_MS

async function conversationOn(engine: TestEngine) {
  const known: { people?: People } = {}
  const people = (): People => known.people ?? fail()
  const held: Holding[] = []
  const { store, comments, close } = await groundOn((specs) => engine.open(specs), {
    consumers: false,
    mentioned: (by, names) => people().lookup.mentioned(by, names),
    company: {
      hiddenFrom: (viewer, others) => people().relations.hiddenFrom(viewer, others),
      blockedWith: (viewer, others) => people().relations.blockedWith(viewer, others),
      isBlockedBy: (by, other) => people().relations.isBlockedBy(by, other),
    },
    judge: async ({ text }) => (text.startsWith('hold') ? { is: 'hold', why: [], secretly: true } : { is: 'publish' }),
    hold: async (holding) => void held.push(holding),
  })
  onTestFinished(close)
  const all = peopleIn(store)
  known.people = all.people
  await all.tell('author', 'Ann', 'anna', 'Bob', 'ann.lee')
  all.clock.now += DAY_MS
  const resource = { type: 'page', id: 'x' }
  const { _id: discussion } = await comments.open(ADMIN, { org: ORG, resource })
  const as = (by = AUTHOR) => ({ actor: by, ref: { discussion } })
  const say = (text: string, by = AUTHOR) => comments.post(as(by), { text })
  const meant = async (text: string) => (await say(text)).comment.mentions.map(({ name }) => name)
  return { ...all, comments, discussion, as, say, meant, held }
}

function fail(): never {
  throw new Error('There are no people yet.')
}

describeEngines('mentions of people', (engine) => {
  it('E3: a name is that of one person, the longest that there is', async () => {
    const { meant, say } = await conversationOn(engine)
    expect(await meant('@ann @ANNA @annabel')).toEqual(['Ann', 'anna'])
    expect(await meant('@ann.lee @bob.lee @ann.le')).toEqual(['ann.lee', 'Bob', 'Ann'])
    const { comment, notices } = await say('Hi @bob.lee!')
    expect(comment.html).toBe(`<p>Hi <span class="mention" data-person="${idOf('Bob')}">@bob</span>.lee!</p>\n`)
    expect(comment.mentions).toEqual([{ id: idOf('Bob'), name: 'Bob' }])
    expect(notices).toEqual([])
  })

  it('E4, E5: nobody by naming oneself, nor those who are unknown, erased, banned or blocked; none is told apart', async () => {
    const { people, documents, say, tell } = await conversationOn(engine)
    await tell('cid', 'dan', 'eve', 'fay')
    await documents.update({ _id: idOf('cid') }, { $set: { erased: '2030-01-01T00:00:00.000Z' } })
    await people.sanction(ADMIN, idOf('dan'), { kind: 'ban', sanction: { until: null, reason: 'x' } })
    await people.relations.add(actor('eve'), 'block', AUTHOR.id)
    await people.relations.add(AUTHOR, 'block', idOf('fay'))
    for (const name of ['author', 'nobody', 'cid', 'dan', 'eve', 'fay']) {
      const { comment, notices } = await say(`@${name}`)
      expect([comment.html, comment.mentions, notices]).toEqual([`<p>@${name}</p>\n`, [], []])
    }
  })

  it('E8: ten of them, two by newcomers and guests; the author is told that there were more', async () => {
    const { say, tell, clock } = await conversationOn(engine)
    const names = Array.from({ length: 12 }, (_, at) => `n${at}`)
    await tell(...names, 'new')
    const text = names.map((name) => `@${name}`).join(' ')
    const by = async (who = AUTHOR) => {
      const { comment, notices } = await say(text, who)
      expect(comment.html.match(/data-person/g)).toHaveLength(comment.mentions.length)
      return [comment.mentions.length, notices.map(({ code }) => code)]
    }
    expect(await by()).toEqual([10, ['too-many-mentions']])
    expect(await by(actor('new'))).toEqual([2, ['too-many-mentions']])
    expect(await by(actor('guest', { kind: 'guest' }))).toEqual([2, ['too-many-mentions']])
    clock.now += DAY_MS
    expect(await by(actor('new'))).toEqual([10, ['too-many-mentions']])
    expect((await say('@n0 @n1 @n0', actor('x'))).notices).toEqual([])
  })

  it('E10: who is stored stays, whatever they and others are called later', async () => {
    const { people, comments, discussion, as, say, clock } = await conversationOn(engine)
    const { comment } = await say('@ann hello')
    clock.now += 1000
    await people.upsert(ORG, [
      { id: 'Ann', username: 'Zoe' },
      { id: 'other', username: 'Ann' },
    ])
    const { slug } = comment
    await writeAtHome(comments.needs.homes, discussion, ({ layout, place }) =>
      layout.change(place, slug, () => ({ set: { renderer: RENDERER - 1, html: 'old' }, events: [] })),
    )
    expect(await comments.renderAll(() => {})).toMatchObject({ rendered: 1 })
    const { comment: shown } = await comments.views.permalink(await comments.discussion({ discussion }), slug)
    expect(shown).toMatchObject({
      html: comment.html,
      mentions: [{ id: idOf('Ann'), name: 'Ann' }],
      renderer: RENDERER,
    })
    const { comment: edited } = await comments.edit(as(), { slug, text: '@ann, hello @bob' })
    expect(edited.mentions.map(({ id }) => id)).toEqual([idOf('Ann'), idOf('Bob')])
    expect((await say('@ann')).comment.mentions).toEqual([{ id: idOf('other'), name: 'Ann' }])
  })

  it('are kept with a text that waits, and with its edit', async () => {
    const { people, comments, as, say, held, clock } = await conversationOn(engine)
    const { comment } = await say('first')
    await say('hold @ann')
    await comments.edit(as(), { slug: comment.slug, text: 'hold @bob' })
    clock.now += 1000
    await people.upsert(ORG, [
      { id: 'Ann', username: 'Zoe' },
      { id: 'Bob', username: 'Yan' },
    ])
    for (const [at, name] of ['Ann', 'Bob'].entries()) {
      const holding = held[at] ?? fail()
      const { comment: published } = await comments.publish({ ...holding, since: 0 })
      expect([published.mentions, published.html]).toEqual([[{ id: idOf(name), name }], holding.html])
    }
  })

  it('are shown in a preview', async () => {
    const { comments } = await conversationOn(engine)
    const { mentions, html } = await comments.preview(AUTHOR, 'hi @bob', 100)
    expect([mentions, html.includes('data-person')]).toEqual([[{ id: idOf('Bob'), name: 'Bob' }], true])
  })
})

describeEngines('blocks and mutes in a discussion', (engine) => {
  it('whoever is blocked cannot reply, and is not told by whom; moderators can', async () => {
    const { people, comments, as, say } = await conversationOn(engine)
    const { comment } = await say('hello')
    const reply = (by = actor('Bob')) => comments.post(as(by), { text: 'a reply', parent: comment.slug })
    const below = await reply()
    await people.relations.add(AUTHOR, 'block', idOf('Bob'))
    await expect(reply()).rejects.toMatchObject({ code: 'forbidden', message: 'You cannot reply to this comment.' })
    await reply(actor('Ann'))
    await reply(actor('Bob', { role: 'moderator' }))
    await comments.post(as(AUTHOR), { text: 'the other way', parent: below.comment.slug })
    await comments.post(as(actor('Bob')), { text: 'to himself', parent: below.comment.slug })
    await say('of his own', actor('Bob'))
    await people.relations.remove(AUTHOR, 'block', idOf('Bob'))
    await reply()
  })

  it('hides what they wrote from the viewer alone', async () => {
    const { people, comments, as, say } = await conversationOn(engine)
    const written = await Promise.all(['author', 'Ann', 'anna', 'Bob'].map((name) => say(name, actor(name))))
    const slugs = written.map(({ comment }) => comment.slug)
    const hidden = async (by = AUTHOR) => (await comments.viewer(as(by), slugs)).map((mine) => mine.hidden)
    expect(await hidden()).toEqual([false, false, false, false])
    await people.relations.add(AUTHOR, 'mute', idOf('Ann'))
    await people.relations.add(AUTHOR, 'block', idOf('anna'))
    await people.relations.add(actor('Bob'), 'block', AUTHOR.id)
    expect(await hidden()).toEqual([false, true, true, true])
    expect(await hidden(actor('Ann'))).toEqual([false, false, false, false])
    expect(await hidden(actor('Bob'))).toEqual([true, false, false, false])
  })
})
