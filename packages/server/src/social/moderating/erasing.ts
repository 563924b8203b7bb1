import type { Collection, Page, Position } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { PostCase } from './model.ts'

const BATCH = 100
const NOBODY = 'erased'

/** What somebody had against the posts of others. That there was something stays, for who has to decide. */
export const postCasePlaces = (postCases: Collection<PostCase>): PersonalPlace[] => [
  {
    name: 'reports of posts',
    items: (whose) => itemsOf(postCases, whose),
    erase: (whose) => erase(postCases, whose),
  },
]

async function* itemsOf(
  postCases: Collection<PostCase>,
  { org, id }: Whose,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (let after: Position | null = null; ;) {
    const page: Page<PostCase> = await postCases.find({ where: { org, reporters: id }, limit: BATCH, after })
    for (const { _id: post, reports } of page.docs)
      for (const { person, reason, text, at } of reports) if (person === id) yield { post, reason, text, at }
    if (page.next === null) return
    after = page.next
  }
}

async function erase(postCases: Collection<PostCase>, { org, id }: Whose): Promise<void> {
  for (;;) {
    const { docs } = await postCases.find({ where: { org, reporters: id }, limit: BATCH })
    await Promise.all(
      docs.map(({ _id }) =>
        postCases.change(_id, (now, to) => {
          if (now === null) return null
          const reports = now.reports.map((one) => (one.person === id ? { ...one, person: NOBODY, text: null } : one))
          return to.change({ $set: { reports, reporters: now.reporters.filter((one) => one !== id) } })
        }),
      ),
    )
    if (docs.length < BATCH) return
  }
}
