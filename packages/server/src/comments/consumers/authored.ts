import { type Collection, Duplicate, type Handler, type LoggedEvent } from '@palaver/store'
import { type Authored, authoredId } from '../authored.ts'
import type { Comment } from '../model.ts'

export const AUTHORED = 'authored'

const DAY_MS = 24 * 60 * 60 * 1000

type Needs = { authored: Collection<Authored>; world: { now: () => number } }

/** Notes who wrote what where: the events of a comment in their order, comments side by side. */
export const authoredHandler =
  (needs: Needs): Handler =>
  async (events) => {
    const ofComments = new Map<string, LoggedEvent[]>()
    for (const event of events) {
      const comment = event.type === 'comment' ? commentIn(event) : null
      if (comment === null) continue
      const id = authoredId(event.subject, comment)
      ofComments.set(id, [...(ofComments.get(id) ?? []), event])
    }
    await Promise.all([...ofComments].map(([id, some]) => note(needs, id, some)))
  }

/** One without an author is of no version that this one knows: there is nobody to note it for. */
function commentIn({ op, before, after }: LoggedEvent): Comment | null {
  const told = op === 'created' ? after : op === 'removed' ? before : null
  const comment = (told ?? null) as unknown as Partial<Comment> | null
  return comment?.author === undefined ? null : (comment as Comment)
}

async function note(needs: Needs, id: string, events: readonly LoggedEvent[]): Promise<void> {
  for (const event of events) await (event.op === 'created' ? add(needs, id, event) : drop(needs, id, event))
}

async function add({ authored }: Needs, _id: string, { org, subject, seq, after }: LoggedEvent): Promise<void> {
  const { slug, author, posted, from } = after as unknown as Comment
  const fresh = { org, author: author.id, discussion: subject, slug, posted, from: from ?? null, isThere: true, seq }
  try {
    await authored.insert({ _id, ...fresh })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    await authored.update({ _id, seq: { $lt: seq } }, { $set: { isThere: true, seq }, $unset: { expires: '' } })
  }
}

/** It stays for a day, unseen: a consumer that wakes up late must not bring it back. */
async function drop({ authored, world }: Needs, _id: string, { seq }: LoggedEvent): Promise<void> {
  const expires = new Date(world.now() + DAY_MS).toISOString()
  await authored.update({ _id, seq: { $lt: seq } }, { $set: { isThere: false, seq, expires } })
}
