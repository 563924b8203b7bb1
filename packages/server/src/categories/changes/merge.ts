import { Refusal } from '../../api/refusal.ts'
import { isLive } from '../model.ts'
import type { Plan } from '../tree/operate.ts'
import { Draft } from './draft.ts'
import { retire, type Retiring } from './retire.ts'
import { reviseTopic } from './revise.ts'

export type Merging = Pick<Retiring, 'key' | 'at' | 'operation'> & { into: string }

/** All that is in one topic goes to another, its topics too; its addresses lead there. */
export const merging =
  (wanted: Merging): Plan =>
  (snapshot) => {
    const { key, into } = wanted
    const now = snapshot.get(key)
    // It may have been done a moment ago.
    if (now !== null && !isLive(now) && now.retired?.heir === into) return null
    const draft = new Draft(snapshot)
    const { name } = draft.require(key)
    draft.require(into)
    if (key === into) throw new Refusal('topic-cycle', `“${name}” cannot be merged into itself.`)
    if (snapshot.ancestorsOf(into).some((above) => above.key === key))
      throw new Refusal(
        'topic-cycle',
        `“${name}” cannot be merged into a topic that lies under it: move that out first.`,
      )
    const children = [...draft.childrenOf(key)]
    retire(draft, wanted, into)
    for (const child of children) reviseTopic(draft, child, { parent: into })
    return draft.planned('merged')
  }
