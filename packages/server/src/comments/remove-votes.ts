import type { Needs } from './needs.ts'

const BATCH = 200

/** The votes for a comment that is gone; nothing counts them any more. */
export async function removeVotes({ votes }: Pick<Needs, 'votes'>, discussion: string, slug: string): Promise<void> {
  for (;;) {
    const { docs } = await votes.find({ where: { discussion, slug }, limit: BATCH })
    await Promise.all(docs.map(({ _id }) => votes.remove({ _id })))
    if (docs.length < BATCH) return
  }
}
