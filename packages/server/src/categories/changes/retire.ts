import { Refusal } from '../../api/refusal.ts'
import { isLive } from '../model.ts'
import type { Plan } from '../tree/operate.ts'
import { Draft } from './draft.ts'
import { reviseTopic } from './revise.ts'

/**
 * What becomes of what a topic holds. `refuse`: it must hold nothing. `reparent`: all goes to the topic above it.
 * `cascade`: all below it goes with it, and can be restored with it. `move`: the discussions of all of it go to `to`.
 */
export const DELETIONS = ['refuse', 'reparent', 'cascade', 'move'] as const
export type Deletion = (typeof DELETIONS)[number]

/** `holds`: whether there are discussions in it. */
export type Retiring = {
  key: string
  how: Deletion
  to: string | null
  operation: string
  at: string
  holds: boolean
}

export const retiring =
  (wanted: Retiring): Plan =>
  (snapshot) => {
    const draft = new Draft(snapshot)
    const now = snapshot.get(wanted.key)
    if (now !== null && !isLive(now)) return null
    draft.require(wanted.key)
    HOW[wanted.how](draft, wanted)
    return draft.planned('retired')
  }

const HOW: Readonly<Record<Deletion, (draft: Draft, wanted: Retiring) => void>> = {
  refuse(draft, wanted) {
    const children = draft.childrenOf(wanted.key).length
    if (children > 0 || wanted.holds)
      throw new Refusal(
        'topic-not-empty',
        `There ${children > 0 ? 'are topics' : 'are discussions'} in it: say what becomes of them (reparent, cascade or move).`,
      )
    // What comes a moment later is not lost.
    retire(draft, wanted, draft.require(wanted.key).parent)
  },
  reparent(draft, wanted) {
    const { parent } = draft.require(wanted.key)
    if (parent === null && wanted.holds)
      throw new Refusal('topic-not-empty', 'Nothing is above it that could take its discussions: say where to (move).')
    const children = [...draft.childrenOf(wanted.key)]
    retire(draft, wanted, parent)
    for (const child of children) reviseTopic(draft, child, { parent })
  },
  cascade(draft, wanted) {
    retireAll(draft, wanted, null)
  },
  move(draft, wanted) {
    const { key, to } = wanted
    if (to === null) throw new Refusal('invalid', 'It must be said where its discussions go to.', NO_TARGET)
    draft.require(to)
    const below = new Set([key, ...keysBelow(draft, key)])
    if (below.has(to)) throw new Refusal('topic-cycle', 'What it holds cannot go to a topic that is deleted with it.')
    retireAll(draft, wanted, to)
  },
}

const NO_TARGET = [{ path: 'query.to', message: 'is missing: it must be the id of a topic' }]

const keysBelow = ({ snapshot }: Draft, key: string): string[] => [...snapshot.below(key)].map((topic) => topic.key)

function retireAll(draft: Draft, wanted: Retiring, heir: string | null): void {
  for (const key of [wanted.key, ...keysBelow(draft, wanted.key)]) retire(draft, { ...wanted, key }, heir)
}

export function retire(
  draft: Draft,
  { key, at, operation }: Pick<Retiring, 'key' | 'at' | 'operation'>,
  heir: string | null,
): void {
  draft.change(key, { retired: { at, operation, heir } })
}
