import { expect, it } from 'vitest'
import { ADA, type Ground, HOLD_ALL, MAY } from './testing/ground.ts'
import { describeModeration, expectRefused } from './testing/suite.ts'

const APPROVE = { act: 'approve', reason: null } as const

/** A published comment, and whoever edits it from now on is held. */
async function toBeEdited({ say, rules, comments, discussion }: Ground) {
  const { slug } = (await say(ADA, 'first')).comment
  await rules(HOLD_ALL)
  const edit = (by: typeof ADA, text: string, rev: number | null = null) =>
    comments.edit({ actor: by, ref: { discussion: discussion._id } }, { slug, text, rev })
  return { slug, edit, text: async () => (await comments.comment(discussion, slug)).text }
}

describeModeration('a held edit', (open) => {
  it('is refused where it was made on another text than is there', async () => {
    const ground = await open()
    const { edit } = await toBeEdited(ground)
    await edit(MAY, 'second')
    await expectRefused(edit(ADA, 'third', 1), 'changed-meanwhile')
    expect((await edit(ADA, 'third', 2)).held).not.toBeNull()
    expect(await ground.moderation.counts(MAY)).toMatchObject({ held: 1 })
  })

  it('does not take the place of what was written since', async () => {
    const ground = await open()
    const { moderation } = ground
    const { edit, text } = await toBeEdited(ground)
    const { event } = await edit(ADA, 'second')
    await edit(MAY, 'moderated')
    await expectRefused(moderation.decideHeld(MAY, event, APPROVE), 'changed-meanwhile')
    expect(await text()).toBe('moderated')
    const reject = { act: 'reject', reason: null } as const
    expect(await moderation.decideHeld(MAY, event, reject)).toMatchObject({ state: 'rejected' })
  })

  it('is rejected where the comment changes while it is approved', async () => {
    const ground = await open({ consumers: false })
    const { needs } = ground.moderation
    const { edit, text } = await toBeEdited(ground)
    const { event } = await edit(ADA, 'second')
    await edit(MAY, 'moderated')
    await needs.held.update({ _id: event }, { $set: { state: 'approved' } })
    expect(await ground.moderation.decideHeld(MAY, event, APPROVE)).toMatchObject({
      state: 'rejected',
      reason: expect.stringContaining('has changed'),
    })
    expect(await text()).toBe('moderated')
  })

  it('follows an earlier one of its author, but does not come before it', async () => {
    const ground = await open()
    const { moderation } = ground
    const { edit, text } = await toBeEdited(ground)
    const [second, third, fourth] = [await edit(ADA, 'second'), await edit(ADA, 'third'), await edit(ADA, 'fourth')]
    await moderation.decideHeld(MAY, second.event, APPROVE)
    await moderation.decideHeld(MAY, fourth.event, APPROVE)
    expect(await text()).toBe('fourth')
    expect(await moderation.decideHeld(MAY, second.event, APPROVE)).toMatchObject({ state: 'published' })
    await expectRefused(moderation.decideHeld(MAY, third.event, APPROVE), 'changed-meanwhile')
  })

  it('is published as ever where nobody noted what it was made on', async () => {
    const ground = await open()
    const { moderation } = ground
    const { edit, text } = await toBeEdited(ground)
    const { event } = await edit(ADA, 'second')
    await edit(MAY, 'moderated')
    await moderation.needs.held.update({ _id: event }, { $unset: { onRev: '' } })
    await moderation.decideHeld(MAY, event, APPROVE)
    expect(await text()).toBe('second')
  })
})
