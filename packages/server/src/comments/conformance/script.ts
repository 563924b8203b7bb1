import * as fc from 'fast-check'
import { type Actor } from '../../api/actor.ts'
import type { Settings } from '../model.ts'
import type { Comments } from '../service.ts'
import { ADMIN, ORG, person } from '../testing/ground.ts'

/** One thing that happens in a conversation; `at` chooses among the comments there are, by number. */
export type Deed =
  | { do: 'post'; text: string; at: number | null; by: number }
  | { do: 'edit'; text: string; at: number }
  | { do: 'delete'; at: number }
  | { do: 'vote'; at: number; by: number; value: -1 | 0 | 1 }
  | { do: 'react'; at: number; by: number; on: boolean }

export type Script = { maxDepth: number; deletion: Settings['deletion']; deeds: readonly Deed[] }

const at = fc.nat(60)
const by = fc.nat(5)
const text = fc.constantFrom('yes', 'no **way**', 'hello @ann', '> quoted\n\nand answered', 'çà et là 🎉')

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('post' as const), text, at: fc.option(at, { freq: 3 }), by }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), text, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('vote' as const), at, by, value: fc.constantFrom(-1 as const, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('react' as const), at, by, on: fc.boolean() }) },
)

export const scripts: fc.Arbitrary<Script> = fc.record({
  maxDepth: fc.constantFrom(0, 1, 3, 6),
  deletion: fc.constantFrom('tombstone' as const, 'cascade', 'refuse'),
  deeds: fc.array(deed, { minLength: 5, maxLength: 60 }),
})

/** Does what the script says in one discussion; what is refused is refused everywhere alike. Returns all slugs. */
export async function perform(
  comments: Comments,
  { id, tick = () => {} }: { id: string; tick?: () => void },
  { deeds }: Script,
): Promise<string[]> {
  const slugs: string[] = []
  const ref = { discussion: id }
  const pick = (number: number): string => slugs[number % slugs.length] ?? 'none'
  const speaker = (number: number): Actor => person(`user${number}`)
  for (const one of deeds) {
    tick()
    const work = async (): Promise<void> => {
      if (one.do === 'post') {
        const parent = one.at === null || slugs.length === 0 ? null : pick(one.at)
        const { comment } = await comments.post({ actor: speaker(one.by), ref }, { text: one.text, parent })
        slugs.push(comment.slug)
      } else if (one.do === 'edit') await comments.edit({ actor: ADMIN, ref }, { slug: pick(one.at), text: one.text })
      else if (one.do === 'delete') await comments.delete({ actor: ADMIN, ref }, pick(one.at))
      else if (one.do === 'vote')
        await comments.vote({ actor: speaker(one.by), ref }, { slug: pick(one.at), value: one.value })
      else await comments.react({ actor: speaker(one.by), ref }, { slug: pick(one.at), name: 'like', on: one.on })
    }
    await work().catch((error: unknown) => {
      if ((error as Error).name !== 'Refusal') throw error
    })
  }
  return slugs
}

export async function openDiscussion(comments: Comments, name: string, settings: Partial<Settings>): Promise<string> {
  const { _id } = await comments.open(ADMIN, { org: ORG, resource: { type: 'test', id: name }, settings })
  return _id
}
