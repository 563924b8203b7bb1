import type { Collection, Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { TopicFollowing } from './model.ts'

type Needs = { topicFollowings: Collection<TopicFollowing> }

const BATCH = 100

export const topicPlaces = (needs: Needs): PersonalPlace[] => [
  { name: 'followed topics', items: (whose) => levels(needs, whose), erase: (whose) => unfollow(needs, whose) },
]

async function* levels(
  { topicFollowings }: Needs,
  { org, id }: Whose,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (let after: Position | null = null; ;) {
    const where = { person: id }
    const page: Page<TopicFollowing> = await topicFollowings.find({ where, sort: { at: 1 }, limit: BATCH, after })
    for (const { topic, level, at, org: theirs } of page.docs) if (theirs === org) yield { topic, level, since: at }
    if (page.next === null) return
    after = page.next
  }
}

/** No two orgs share the id of a person. */
async function unfollow({ topicFollowings }: Needs, { id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await topicFollowings.find({ where: { person: id }, limit: BATCH })
    await Promise.all(docs.map(({ _id }) => topicFollowings.remove({ _id })))
    if (docs.length < BATCH) return
  }
}
