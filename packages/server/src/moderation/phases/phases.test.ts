import { describe, expect, it, test } from 'vitest'
import { hookServer } from '../../testing/hook-server.ts'
import { rulesSchema } from '../rules.ts'
import { ADA, BOB, HOLD_ALL, MAY, ORG, ROOT, actor } from '../testing/ground.ts'
import { describeModeration, expectRefused } from '../testing/suite.ts'
import { DEFAULT_RULES, type Rule } from './phases.ts'

const LONG = 'This is a text that is long enough to count.'

describeModeration('the phases', (open) => {
  it('publish what nothing is wrong with', async () => {
    const { say, rules } = await open()
    expect(await say(ADA, 'hello')).toMatchObject({ held: null })
    await rules([])
    expect(await say(ADA, 'hello', { honeypot: 'x' })).toMatchObject({ held: null })
  })

  it('refuse who is banned, even a moderator, until the ban is over', async () => {
    const { say, moderation, clock } = await open()
    const until = new Date(clock.now + 60_000).toISOString()
    await moderation.sanction(ROOT, { person: MAY.id, kind: 'ban', sanction: { reason: 'Rude.', until } })
    await expect(say(MAY, 'hi')).rejects.toMatchObject({
      code: 'banned',
      message: `You are banned until ${until}: Rude.`,
    })
    clock.now += 61_000
    expect(await say(MAY, 'hi')).toMatchObject({ held: null })
  })

  it('let who is banned neither vote nor react nor report, until the ban is over', async () => {
    const { say, moderation, comments, clock, discussion } = await open()
    const { comment } = await say(BOB, 'hello')
    const until = new Date(clock.now + 60_000).toISOString()
    await moderation.sanction(MAY, { person: ADA.id, kind: 'ban', sanction: { reason: 'Rude.', until } })
    const ref = { discussion: discussion._id }
    const command = { actor: ADA, ref }
    const vote = () => comments.vote(command, { slug: comment.slug, value: 1 })
    const report = { ref, slug: comment.slug, reason: 'spam', note: null } as const
    await expectRefused(vote(), 'banned')
    await expectRefused(comments.react(command, { slug: comment.slug, name: 'like', on: true }), 'banned')
    await expectRefused(moderation.report(ADA, report), 'banned')
    clock.now += 61_000
    expect(await vote()).toMatchObject({ value: 1 })
    await moderation.report(ADA, report)
  })

  it('hold what a shadow-banned author writes, without telling', async () => {
    const { say, moderation, discussion } = await open()
    await moderation.sanction(MAY, { person: ADA.id, kind: 'shadow', sanction: { reason: 'Troll.', until: null } })
    const { held, comment } = await say(ADA, 'hi')
    expect([held, comment.status]).toEqual([null, 'published'])
    const ref = { discussion: discussion._id }
    const { items } = await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })
    expect(items).toMatchObject([{ secretly: true, why: [{ phase: 'banned' }] }])
  })

  it('find words as they were typed and as they are shown', async () => {
    const { say, rules } = await open()
    await rules([{ phase: 'words', words: ['bad', 'very wrong'], action: 'hold' }])
    expect(await say(ADA, 'b**a**d')).toMatchObject({ held: [{ phase: 'words' }] })
    expect(await say(ADA, 'VÉRY, wrong')).toMatchObject({ held: [{ phase: 'words' }] })
    expect(await say(ADA, 'badger')).toMatchObject({ held: null })
    await rules([{ phase: 'words', words: ['bad'], action: 'refuse' }])
    await expectRefused(say(ADA, 'bad'), 'text-refused')
    expect(await say(MAY, 'bad')).toMatchObject({ held: null })
  })

  it.each<[Omit<Extract<Rule, { phase: 'links' }>, 'phase'>, string, boolean]>([
    [{ most: 1, action: 'hold' }, 'https://a.org https://b.org', true],
    [{ most: 2, action: 'hold' }, 'https://a.org [b](https://b.org)', false],
    [{ block: ['evil.org'], action: 'hold' }, '[x](https://www.EVIL.org./)', true],
    [{ block: ['evil.org'], action: 'hold' }, 'https://notevil.org', false],
    [{ allow: ['a.org'], action: 'hold' }, 'https://b.a.org', false],
    [{ allow: ['a.org'], action: 'hold' }, 'https://a.org.b.net', true],
    [{ allow: ['a.org'], action: 'hold' }, '[x](https://a.org@b.net)', true],
    [{ allow: ['a.org'], action: 'hold' }, 'none', false],
  ])('links %j: %s', async (rule, text, isHeld) => {
    const { say, rules } = await open()
    await rules([{ phase: 'links', ...rule }])
    expect((await say(ADA, text)).held !== null).toBe(isHeld)
  })

  it.each<[Omit<Extract<Rule, { phase: 'links' }>, 'phase'>, boolean]>([
    [{ block: ['evil.org'], action: 'hold' }, true],
    [{ block: ['good.org'], action: 'hold' }, false],
    [{ allow: ['good.org'], most: 0, action: 'hold' }, false],
  ])('links %j: the address of the page that a first comment brings', async (rule, isHeld) => {
    const { comments, rules } = await open()
    await rules([{ phase: 'links', ...rule }])
    const ref = { org: ORG, resource: { type: 'page', id: 'new' } }
    const draft = { text: 'hello', title: 'A page', url: 'https://www.evil.org/page' }
    expect((await comments.post({ actor: ADA, ref }, draft)).held !== null).toBe(isHeld)
    expect((await comments.post({ actor: ADA, ref }, draft)).held).toBeNull()
  })

  it('refuse a repeat by the same author within the time, also of what is held', async () => {
    const { say, rules, clock } = await open()
    await rules([{ phase: 'repeats', minutes: 5, action: 'refuse' }])
    await say(ADA, LONG)
    await expectRefused(say(ADA, LONG.toUpperCase()), 'text-refused')
    await say(BOB, LONG)
    clock.now += 6 * 60_000
    await say(ADA, LONG)
  })

  it('know a repeat of what another process has held', async () => {
    const { say, rules, store, comments, moderation, people } = await open()
    await rules(HOLD_ALL)
    await say(ADA, LONG)
    await rules([{ phase: 'repeats', minutes: 5, action: 'refuse' }])
    const { Moderation } = await import('../service.ts')
    const { hookOf, hostDecides, world } = moderation.needs
    const other = new Moderation({ store, comments: () => comments, people, hookOf, hostDecides, world })
    const said = { text: LONG, html: '', parent: null, slug: null, honeypot: '', discussion: null, address: null }
    expect(await other.judge({ kind: 'post', request: null, actor: ADA, ...said })).toMatchObject({ is: 'refuse' })
  })

  it('refuse a flood by author or address, and no longer once it is over', async () => {
    const { say, rules, clock } = await open()
    await rules([{ phase: 'flood', seconds: 60, byAuthor: 2, byAddress: 3, action: 'refuse' }])
    const address = '192.0.2.1'
    await say(ADA, 'one', { address })
    await say(ADA, 'two', { address })
    await expectRefused(say(ADA, 'three', { address: '192.0.2.2' }), 'text-refused')
    // Posts are texts, too.
    await expect(say(ADA, 'three', { address: '192.0.2.2' })).rejects.toThrow(
      'Too much in a short time: wait a little.',
    )
    await say(BOB, 'one', { address })
    await expectRefused(say(BOB, 'two', { address }), 'text-refused')
    clock.now += 61_000
    await say(ADA, 'three', { address })
  })

  it('count for each rule against floods by itself, whatever the clock says', async () => {
    const { say, rules, clock } = await open()
    const flood = { phase: 'flood', action: 'refuse' } as const
    await rules([
      { ...flood, seconds: 60, byAuthor: 3 },
      { ...flood, seconds: 3600, byAuthor: 5 },
    ])
    for (const text of ['one', 'two', 'three']) await say(ADA, text)
    await expectRefused(say(ADA, 'four'), 'text-refused')
    clock.now += 61_000
    for (const text of ['four', 'five']) await say(ADA, text)
    await expectRefused(say(ADA, 'six'), 'text-refused')
    // What was said while the clock was wrong does not keep the rest.
    await rules([{ ...flood, seconds: 60, byAuthor: 2 }])
    await say(ADA, 'of tomorrow')
    clock.now -= 86_400_000
    for (const text of ['seven', 'eight', 'nine']) {
      await say(ADA, text)
      clock.now += 61_000
    }
  })

  it('let no more through when they come at once', async () => {
    const { say, rules } = await open()
    await rules([{ phase: 'flood', seconds: 60, byAuthor: 3, action: 'refuse' }])
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => say(ADA, `number ${at}`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('hold the first comments of an author, until enough are published', async () => {
    const { say, rules, moderation, drained } = await open()
    await rules([{ phase: 'first-comment', comments: 1 }])
    const { held, event } = await say(ADA, 'first')
    expect(held).toMatchObject([{ phase: 'first-comment' }])
    await drained()
    expect(await say(ADA, 'second')).toMatchObject({ held: [{ phase: 'first-comment' }] })
    await moderation.decideHeld(MAY, event, { act: 'approve', reason: null })
    await drained()
    expect(await say(ADA, 'third')).toMatchObject({ held: null })
  })

  it('refuse what fills in the honeypot', async () => {
    const { say } = await open()
    await expectRefused(say(ADA, 'hi', { honeypot: 'http://spam' }), 'text-refused')
  })

  it('hold everything, or only in some discussions', async () => {
    const { say, rules, discussion } = await open()
    await rules(HOLD_ALL)
    expect(await say(ADA, 'a')).toMatchObject({ held: [{ phase: 'pre-moderation' }] })
    expect(await say(MAY, 'a')).toMatchObject({ held: null })
    await rules([{ phase: 'pre-moderation', discussions: ['another'] }])
    expect(await say(ADA, 'a')).toMatchObject({ held: null })
    await rules([{ phase: 'pre-moderation', discussions: [discussion._id] }])
    expect(await say(ADA, 'a')).toMatchObject({ held: [{}] })
  })

  it('collect the reasons to hold, and end at the first refusal', async () => {
    const { say, rules } = await open()
    const words: Rule = { phase: 'words', words: ['bad'], action: 'refuse' }
    await rules([{ phase: 'links', most: 0, action: 'hold' }, { phase: 'pre-moderation' }, words])
    expect((await say(ADA, 'https://a.org')).held?.map(({ phase }) => phase)).toEqual(['links', 'pre-moderation'])
    await expectRefused(say(ADA, 'bad https://a.org'), 'text-refused')
  })

  it('judge an edit as well; the old text stays while it is held', async () => {
    const { say, rules, comments, moderation, discussion } = await open()
    const { comment } = await say(ADA, 'good')
    await rules([{ phase: 'words', words: ['bad'], action: 'hold' }])
    const command = { actor: ADA, ref: { discussion: discussion._id } }
    const { held, event } = await comments.edit(command, { slug: comment.slug, text: 'bad' })
    expect(held).toHaveLength(1)
    const read = async () => (await comments.comment(discussion, comment.slug)).text
    expect(await read()).toBe('good')
    expect(await moderation.decideHeld(MAY, event, { act: 'approve', reason: null })).toMatchObject({
      state: 'published',
    })
    expect(await read()).toBe('bad')
  })
})

describeModeration('the hook', (open) => {
  it.each(['publish', 'hold', 'refuse'] as const)(
    'of the host says %s; it is not told the address',
    async (verdict) => {
      const { hook, asked } = await hookServer(() => ({ verdict, reason: 'So be it.' }))
      const { say, rules } = await open({ hook })
      await rules([{ phase: 'hook', onFailure: 'hold' }])
      const said = say(ADA, 'hi', { address: '192.0.2.99' })
      if (verdict === 'refuse') await expect(said).rejects.toMatchObject({ code: 'text-refused', message: 'So be it.' })
      else expect((await said).held).toEqual(verdict === 'hold' ? [{ phase: 'hook', reason: 'So be it.' }] : null)
      expect(asked).toMatchObject([{ body: { kind: 'judge', text: 'hi', author: { user: 'ada' } } }])
      expect(JSON.stringify(asked)).not.toContain('192.0.2.99')
    },
  )

  it.each([[undefined], ['nonsense'], [{ verdict: 'maybe' }]])(
    'that answers %j is as the rule says',
    async (answer) => {
      const { hook } = await hookServer(() => answer)
      const { say, rules } = await open({ hook })
      await rules([{ phase: 'hook', onFailure: 'hold' }])
      expect(await say(ADA, 'hi')).toMatchObject({ held: [{ phase: 'hook' }] })
      await rules([{ phase: 'hook', onFailure: 'publish' }])
      expect(await say(ADA, 'hi')).toMatchObject({ held: null })
    },
  )

  it('is told what a first comment is about, before its discussion is there', async () => {
    const { hook, asked } = await hookServer(() => ({ verdict: 'publish' }))
    const { comments, rules } = await open({ hook })
    await rules([{ phase: 'hook', onFailure: 'hold' }])
    const resource = { type: 'page', id: 'new' }
    const { discussion } = await comments.post({ actor: ADA, ref: { org: ORG, resource } }, { text: 'first' })
    await comments.post({ actor: ADA, ref: { org: ORG, resource } }, { text: 'second' })
    expect(asked).toMatchObject([{ body: { resource, discussion: null } }, { body: { resource, discussion } }])
  })

  it('is asked once for a request, however often that is repeated', async () => {
    const { hook, asked } = await hookServer(() => ({ verdict: 'hold' }))
    const { say, rules } = await open({ hook })
    await rules([{ phase: 'hook', onFailure: 'hold' }])
    const first = await say(ADA, 'hi', { key: 'k' })
    expect(await say(ADA, 'hi', { key: 'k' })).toEqual(first)
    expect(asked).toHaveLength(1)
  })
})

describeModeration('the rules', (open) => {
  it('are the default until an admin sets others, by whom alone; If-Match is the revision', async () => {
    const { moderation } = await open()
    expect(await moderation.readRules(ROOT)).toMatchObject({ phases: DEFAULT_RULES, rev: 0 })
    await expectRefused(moderation.readRules(MAY), 'forbidden')
    await expectRefused(moderation.putRules(MAY, [], null), 'forbidden')
    expect(await moderation.putRules(ROOT, [{ phase: 'banned' }], 0)).toMatchObject({ rev: 1 })
    await expectRefused(moderation.putRules(ROOT, [], 0), 'changed-meanwhile')
    expect(await moderation.readRules(ROOT)).toMatchObject({ phases: [{ phase: 'banned' }], rev: 1 })
    expect(await moderation.readRules(actor('eve', 'admin', 'org2'))).toMatchObject({ rev: 0 })
  })
})

describe('what may be set', () => {
  test.each([
    [{ phase: 'words', words: ['a'] }],
    [{ phase: 'words', words: Array.from({ length: 5_001 }, () => 'a'), action: 'hold' }],
    [{ phase: 'words', words: ['a'.repeat(101)], action: 'hold' }],
    [{ phase: 'words', words: ['a'], action: 'publish' }],
    [{ phase: 'links', action: 'hold', block: ['https://a.org'] }],
    [{ phase: 'unknown' }],
    [{ phase: 'banned', more: 1 }],
    [{ phase: 'flood', seconds: 0, action: 'hold' }],
  ])('is not %j', (rule) => {
    expect(rulesSchema.safeParse([rule]).success).toBe(false)
  })

  test('is the default, and not more than twenty', () => {
    expect(rulesSchema.parse(DEFAULT_RULES)).toEqual(DEFAULT_RULES)
    expect(rulesSchema.safeParse(Array.from({ length: 21 }, () => ({ phase: 'banned' }))).success).toBe(false)
  })
})
