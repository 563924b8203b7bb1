import fc from 'fast-check'
import { DELETIONS } from '../changes/retire.ts'

/** Few, so that they meet: also such as make the same slug, and such as make none. */
const NAMES = ['Cats', 'cats!', 'Dogs', 'Ünï', '猫', '2024', 'search', '!!!'] as const
const LOCALES = ['de', 'de-AT', 'fr'] as const

/** Numbers stand for what there is then: whatever is left out of a run, the rest can still be done. */
const pick = fc.nat(30)
const name = fc.constantFrom(...NAMES)
const place = fc.option(fc.record({ side: fc.constantFrom('before', 'after'), at: pick }))
const variant = fc.record({ locale: fc.constantFrom(...LOCALES), name: fc.option(name) })

const create = fc.record({ do: fc.constant('create'), name, parent: pick, place })
const revise = fc.record({
  do: fc.constant('revise'),
  topic: pick,
  name: fc.option(name),
  parent: fc.option(pick),
  place,
  variant: fc.option(variant),
})
const merge = fc.record({ do: fc.constant('merge'), topic: pick, into: pick })
const retire = fc.record({ do: fc.constant('retire'), topic: pick, how: fc.constantFrom(...DELETIONS), to: pick })
const restore = fc.record({ do: fc.constant('restore'), topic: pick, parent: fc.option(pick) })

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never
export type Create = Made<typeof create>
export type Revise = Made<typeof revise>
export type Merge = Made<typeof merge>
export type Retire = Made<typeof retire>
export type Restore = Made<typeof restore>
export type Place = Made<typeof place>
export type Step = Create | Revise | Merge | Retire | Restore

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: create },
  { weight: 6, arbitrary: revise },
  { weight: 2, arbitrary: merge },
  { weight: 2, arbitrary: retire },
  { weight: 2, arbitrary: restore },
)
