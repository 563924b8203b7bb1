import { expect, it } from 'vitest'
import { ADA, BOB, type Ground, MAY, MEG, ROOT } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

async function shadowed(open: () => Promise<Ground>) {
  const ground = await open()
  const first = await ground.say(ADA, 'before')
  const theirs = await ground.say(BOB, 'of somebody else')
  await ground.moderation.sanction(MAY, { person: ADA.id, kind: 'shadow', sanction: { reason: 'Troll.', until: null } })
  const { comment, event } = await ground.say(ADA, 'hello **there**', { parent: theirs.comment.slug })
  const ref = { discussion: ground.discussion._id }
  const own = async () => {
    await ground.drained()
    const { comments } = await ground.comments.ownComments(ADA, { cursor: null, limit: 10 })
    return comments.map(({ comment: { text } }) => text)
  }
  return { ...ground, ref, first, theirs, comment, event, own }
}

describeModeration('what a shadow-banned author wrote', (open) => {
  it('is there for them, under its parent, and for nobody else', async () => {
    const { comments, discussion, comment, theirs } = await shadowed(open)
    const found = await comments.permalink(ADA, discussion, comment.slug)
    expect(found).toMatchObject({ isSecret: true, comment, ancestors: [{ slug: theirs.comment.slug }] })
    const ref = { discussion: discussion._id }
    expect(await comments.history(ADA, ref, comment.slug)).toEqual([])
    for (const viewer of [BOB, MAY, null]) {
      await expectRefused(comments.permalink(viewer, discussion, comment.slug), 'comment-not-found')
      await expectRefused(comments.history(viewer, ref, comment.slug), 'comment-not-found')
    }
    const { comments: shown } = await comments.views.threaded(discussion, 'oldest', { limit: 10 })
    expect(shown).toHaveLength(2)
  })

  it('is among their own, in its place, on every page', async () => {
    const { own, comments, say, ref, comment } = await shadowed(open)
    await say(ADA, 'again')
    expect(await own()).toEqual(['again', 'hello **there**', 'before'])
    const pages: string[][] = []
    for (let cursor: string | null = null; pages.length < 5;) {
      const page: { comments: { comment: { text: string } }[]; next: string | null } = await comments.ownComments(ADA, {
        cursor,
        limit: 1,
      })
      pages.push(page.comments.map(({ comment: { text } }) => text))
      if (page.next === null) break
      cursor = page.next
    }
    expect(pages).toEqual([['again'], ['hello **there**'], ['before']])
    expect(await comments.viewer({ actor: ADA, ref }, [comment.slug])).toMatchObject([
      { slug: comment.slug, mayEdit: true, mayDelete: true, hidden: false },
    ])
    expect(await comments.viewer({ actor: BOB, ref }, [comment.slug])).toEqual([])
  })

  it('is to them like what was never held, by its id as well', async () => {
    const { moderation, ref, event } = await shadowed(open)
    const listed = async (who: typeof ADA) => (await moderation.heldIn(who, { ref, cursor: null, limit: 10 })).items
    expect(await listed(ADA)).toEqual([])
    expect(await listed(MAY)).toHaveLength(1)
    await expectRefused(moderation.withdrawHeld(ADA, event), 'held-not-found')
    await expectRefused(moderation.decideHeld(ADA, event, { act: 'approve', reason: null }), 'held-not-found')
    expect(await moderation.isWaiting(ADA.org, event)).toBe(true)
  })

  it('is among the comments in their archive, in its place and as they edited it, not among what was held', async () => {
    const { comments, moderation, ref, first, comment, say, drained } = await shadowed(open)
    await say(ADA, 'again')
    await comments.edit({ actor: ADA, ref }, { slug: comment.slug, text: 'other words' })
    await comments.edit({ actor: ADA, ref }, { slug: first.comment.slug, text: 'before, edited' })
    await drained()
    const places = [...comments.personalPlaces(), ...moderation.personalPlaces()]
    const itemsOf = async (name: string): Promise<unknown[]> => {
      const items: unknown[] = []
      for await (const item of places.find((one) => one.name === name)?.items?.(ADA) ?? []) items.push(item)
      return items
    }
    expect(await itemsOf('held comments')).toEqual([])
    expect(await itemsOf('comments')).toMatchObject([
      { text: 'before, edited', earlier: [{ text: 'before' }], status: 'published', slug: first.comment.slug },
      { text: 'other words', edited: expect.any(String), status: 'published', slug: comment.slug },
      { text: 'again', edited: null, status: 'published', slug: expect.any(String) },
    ])
  })

  it('is approved by others, where they moderate', async () => {
    const { say, moderation, comments, discussion } = await open()
    const sanction = { reason: 'Troll.', until: null }
    await moderation.sanction(ROOT, { person: MAY.id, kind: 'shadow', sanction })
    const { comment, event } = await say(MAY, 'hello')
    await expectRefused(moderation.decideHeld(MAY, event, { act: 'approve', reason: null }), 'forbidden')
    await expectRefused(comments.permalink(BOB, discussion, comment.slug), 'comment-not-found')
    expect(await moderation.decideHeld(MEG, event, { act: 'approve', reason: null })).toMatchObject({
      state: 'published',
    })
  })

  it('takes their replies, which are as secret, and is to be decided on before them', async () => {
    const { comments, discussion, comment, theirs, say, moderation, ref, own, drained } = await shadowed(open)
    const reply = await say(ADA, 'a reply to myself', { parent: comment.slug })
    expect(reply).toMatchObject({ held: null, comment: { parentSlug: comment.slug, depth: 2 } })
    const last = await say(ADA, 'and one to that', { parent: reply.comment.slug })
    const slugs = [theirs.comment.slug, comment.slug, reply.comment.slug]
    const found = await comments.permalink(ADA, discussion, last.comment.slug)
    expect(found).toMatchObject({ isSecret: true, comment: { text: 'and one to that' } })
    expect(found.ancestors.map(({ slug }) => slug)).toEqual(slugs)
    expect((await own()).slice(0, 3)).toEqual(['and one to that', 'a reply to myself', 'hello **there**'])
    await expectRefused(say(BOB, 'I see you', { parent: comment.slug }), 'comment-not-found')

    const approve = async (event: string) => moderation.decideHeld(MAY, event, { act: 'approve', reason: null })
    await expectRefused(approve(reply.event), 'parent-held')
    const [first] = (await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items
    await approve(first?._id ?? '')
    await approve(reply.event)
    await approve(last.event)
    await drained()
    const shown = await comments.permalink(null, discussion, last.comment.slug)
    expect(shown.ancestors.map(({ slug }) => slug)).toEqual(slugs)
  })

  it('takes no vote and no report of theirs, and reactions of which nobody hears', async () => {
    const { comments, comment, first, ref, moderation, store, discussion } = await shadowed(open)
    for (const { slug } of [comment, first.comment]) {
      await expectRefused(comments.vote({ actor: ADA, ref }, { slug, value: 1 }), 'forbidden')
      await expectRefused(moderation.report(ADA, { ref, slug, reason: 'spam', note: null }), 'forbidden')
      await expectRefused(comments.react({ actor: ADA, ref }, { slug, name: 'nix', on: true }), 'invalid')
    }
    const reacted = await comments.react({ actor: ADA, ref }, { slug: comment.slug, name: 'heart', on: true })
    expect(reacted).toMatchObject({ reactions: ['heart'], event: expect.any(String) })
    const { slug } = comment
    await expectRefused(comments.vote({ actor: BOB, ref }, { slug, value: 1 }), 'comment-not-found')
    await expectRefused(comments.react({ actor: BOB, ref }, { slug, name: 'heart', on: true }), 'comment-not-found')
    await expectRefused(moderation.report(BOB, { ref, slug, reason: 'spam', note: null }), 'comment-not-found')
    await store.events.settle()
    const partition = store.events.partitionOf(discussion.org)
    const told = await store.events.read({ partition, subject: discussion._id, after: 0, limit: 1_000 })
    expect(told.filter(({ type }) => type === 'vote')).toEqual([])
  })

  it('is edited by them as if it were published', async () => {
    const { comments, discussion, comment, ref, moderation, own } = await shadowed(open)
    const edited = await comments.edit({ actor: ADA, ref }, { slug: comment.slug, text: 'other words' })
    expect(edited).toMatchObject({ held: null, comment: { text: 'other words', rev: 2, edited: expect.any(String) } })
    const read = await comments.permalink(ADA, discussion, comment.slug)
    expect(read.comment).toMatchObject({ text: 'other words', rev: 2, html: '<p>other words</p>\n' })
    expect(await own()).toEqual(['other words', 'before'])
    const { items } = await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })
    expect(items).toMatchObject([{ text: 'other words', secretly: true }])
    await expectRefused(comments.edit({ actor: BOB, ref }, { slug: comment.slug, text: 'x' }), 'comment-not-found')
  })

  it('is deleted in the version that they were shown, also where that is an edit which is held', async () => {
    const { comments, comment, first, ref } = await shadowed(open)
    for (const { slug } of [comment, first.comment]) {
      const edited = await comments.edit({ actor: ADA, ref }, { slug, text: `other words of ${slug}` })
      await expectRefused(
        comments.delete({ actor: BOB, ref }, slug, 2),
        slug === comment.slug ? 'comment-not-found' : 'forbidden',
      )
      await comments.delete({ actor: ADA, ref }, slug, edited.comment.rev)
    }
  })

  it('is edited under the rules that hold for others: revision, key, words, the same text', async () => {
    const { comments, comment, ref, rules, moderation } = await shadowed(open)
    const edit = (text: string, more: { rev?: number; key?: string } = {}) =>
      comments.edit(
        { actor: ADA, ref, key: more.key ?? null },
        { slug: comment.slug, text, ...(more.rev !== undefined && { rev: more.rev }) },
      )
    await expectRefused(edit('x', { rev: 9 }), 'changed-meanwhile')
    expect((await edit(comment.text)).comment).toMatchObject({ rev: 1, edited: null })
    const first = await edit('once', { key: 'k' })
    expect(await edit('once', { key: 'k' })).toEqual(first)
    await expectRefused(edit('twice', { key: 'k' }), 'key-reused')
    await rules([{ phase: 'banned' }, { phase: 'words', words: ['bad'], action: 'refuse' }])
    await expectRefused(edit('bad'), 'text-refused')
    await moderation.sanction(MAY, { person: ADA.id, kind: 'ban', sanction: { reason: 'Rude.', until: null } })
    await expectRefused(edit('more'), 'banned')
  })

  it('is published only in the words that the moderator has seen', async () => {
    const { comments, discussion, comment, ref, moderation } = await shadowed(open)
    const [held] = (await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items
    const approve = (rev?: number) =>
      moderation.decideHeld(MAY, held?._id ?? '', { act: 'approve', reason: null, ...(rev !== undefined && { rev }) })
    await comments.edit({ actor: ADA, ref }, { slug: comment.slug, text: 'vile' })
    await expectRefused(approve(), 'changed-meanwhile')
    await expectRefused(approve(1), 'changed-meanwhile')
    await approve(2)
    expect((await comments.permalink(null, discussion, comment.slug)).comment.text).toBe('vile')
  })

  it('loses no edit, and comes to no end twice, when it is approved at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { comments, discussion, comment, ref, moderation } = await shadowed(open)
      const [held] = (await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items
      const decided = moderation.decideHeld(MAY, held?._id ?? '', { act: 'approve', reason: null })
      const [approved, edited] = await Promise.allSettled([
        decided,
        comments.edit({ actor: ADA, ref }, { slug: comment.slug, text: 'new' }),
      ])
      expect(edited.status).toBe('fulfilled')
      const seen = await comments.permalink(ADA, discussion, comment.slug)
      // Once it was published, an edit is held as other edits of this author are, and the old text stays.
      expect(seen).toMatchObject(
        approved.status === 'fulfilled' ? { isSecret: false } : { isSecret: true, comment: { text: 'new' } },
      )
    }
  })

  it('stays for them when it is rejected, until they delete it, and when its parent is deleted', async () => {
    const { comments, discussion, comment, ref, moderation, theirs, own } = await shadowed(open)
    const [held] = (await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items
    await moderation.decideHeld(MAY, held?._id ?? '', { act: 'spam', reason: null })
    await comments.delete({ actor: BOB, ref }, theirs.comment.slug)
    expect((await comments.permalink(ADA, discussion, comment.slug)).comment.text).toBe('hello **there**')
    expect(await own()).toEqual(['hello **there**', 'before'])
    await comments.delete({ actor: ADA, ref }, comment.slug)
    await expectRefused(comments.permalink(ADA, discussion, comment.slug), 'comment-not-found')
    expect(await own()).toEqual(['before'])
  })

  it('is deleted by them as if it were published, and then waits no longer', async () => {
    const { comments, discussion, comment, ref, moderation, own } = await shadowed(open)
    await expectRefused(comments.delete({ actor: BOB, ref }, comment.slug), 'comment-not-found')
    expect(await comments.delete({ actor: ADA, ref }, comment.slug)).toMatchObject({ slug: comment.slug })
    await expectRefused(comments.permalink(ADA, discussion, comment.slug), 'comment-not-found')
    expect(await own()).toEqual(['before'])
    expect((await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items).toEqual([])
  })

  it('is there once for all when a moderator approves it', async () => {
    const { comments, discussion, comment, ref, moderation, own } = await shadowed(open)
    const [held] = (await moderation.heldIn(MAY, { ref, cursor: null, limit: 10 })).items
    await moderation.decideHeld(MAY, held?._id ?? '', { act: 'approve', reason: null })
    const found = await comments.permalink(null, discussion, comment.slug)
    expect(found).toMatchObject({ isSecret: false, comment: { text: 'hello **there**' } })
    expect(await own()).toEqual(['hello **there**', 'before'])
  })
})
