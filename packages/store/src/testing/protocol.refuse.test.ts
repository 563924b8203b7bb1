import { describe, expect, it } from 'vitest'
import { defineProtocol, expectBroken, exploreProtocol } from './protocol.ts'

/** Protocol 6: a comment with replies is not deleted, while someone replies to it. */
class Thread {
  parent: 'published' | 'deleting' | 'deleted' = 'published'
  readonly replies = new Set<string>()
  look = async (): Promise<Thread['parent']> => this.parent
  lookForReplies = async (): Promise<boolean> => this.replies.size > 0
  insert = async (reply: string): Promise<void> => void this.replies.add(reply)
  withdraw = async (reply: string): Promise<void> => void this.replies.delete(reply)
  async mark(from: Thread['parent'], to: Thread['parent']): Promise<boolean> {
    if (this.parent !== from) return false
    this.parent = to
    return true
  }
}

async function deleteComment(thread: Thread): Promise<void> {
  if (!(await thread.mark('published', 'deleting'))) return
  await thread.mark('deleting', (await thread.lookForReplies()) ? 'published' : 'deleted')
}

async function reply(thread: Thread, id: string, takesBack: boolean): Promise<'posted' | 'refused'> {
  if ((await thread.look()) === 'deleted') return 'refused'
  await thread.insert(id)
  for (;;) {
    const parent = await thread.look()
    if (parent === 'published' || (parent === 'deleting' && !takesBack)) return 'posted'
    if (parent === 'deleting') await thread.mark('deleting', 'published')
    else {
      await thread.withdraw(id)
      return 'refused'
    }
  }
}

const refusal = ({ takesBack }: { takesBack: boolean }) =>
  defineProtocol({
    title: 'delete, two replies',
    setUp: () => ({ thread: new Thread() }),
    steps: ['thread'],
    fingerprint: ({ thread }) => thread,
    actors: {
      delete: async ({ thread }) => deleteComment(thread),
      replyA: async ({ thread }) => reply(thread, 'a', takesBack),
      replyB: async ({ thread }) => reply(thread, 'b', takesBack),
    },
    crashes: 3,
    check: ({ thread: { parent } }, { acknowledged: { replyA, replyB } }) => {
      if (parent === 'deleted' && [replyA, replyB].includes('posted'))
        throw new Error('a reply was acknowledged under a deleted parent')
    },
  })

describe('deleting a comment without replies', () => {
  it('acknowledges no reply under a deleted parent', { timeout: 60_000 }, async ({ annotate }) => {
    const explored = await exploreProtocol(refusal({ takesBack: true }))
    await annotate(explored.report)
    expect(explored).toMatchObject({ exhaustive: true })
    expect(explored.states).toBeGreaterThan(300)
  })

  it('does so when the one who replies takes nothing back', async () => {
    const { schedule } = await expectBroken(refusal({ takesBack: false }), /under a deleted parent/)
    expect(schedule).toBe(
      'delete:mark delete:lookForReplies replyA:look replyA:insert replyA:look delete:mark replyB:look',
    )
  })
})
