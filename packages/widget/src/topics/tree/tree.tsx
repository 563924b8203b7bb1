import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { later } from '../../thread/parts/later.tsx'
import { mayArrange } from '../api.ts'
import { useAround } from '../around.ts'
import { Failed, Loading } from '../parts/phases.tsx'
import { type Grove, readBranch } from './acts.ts'
import { branchOf, ROOT, type TreeState } from './state.ts'
import { TreeView } from './tree-view.tsx'
import { useTree } from './use-tree.ts'

const ArrangedTree = later(async () => (await import('../arrange/arranged-tree.tsx')).ArrangedTree)

/** All topics of a tree, branch by branch as they are opened. */
export function Tree(): JSX.Element {
  const { grove, state, current } = useTree()
  const { phase, problem, ids } = branchOf(state, ROOT)
  const arranges = useMayArrange(grove, state)
  if (ids.length === 0 && phase === 'loading') return <Loading />
  if (ids.length === 0 && problem !== null)
    return <Failed problem={problem} again={() => void readBranch(grove, ROOT)} />
  const plain = <PlainTree grove={grove} state={state} current={current} />
  return arranges ? <ArrangedTree grove={grove} state={state} current={current} instead={plain} /> : plain
}

export type TreeProps = { grove: Grove; state: TreeState; current: string | null }

function PlainTree(props: TreeProps): JSX.Element {
  const { words } = useAround()
  if (branchOf(props.state, ROOT).ids.length > 0) return <TreeView {...props} slots={null} />
  return (
    <div class="empty" part="empty">
      <p class="big">{words.say('topics.empty')}</p>
    </div>
  )
}

/** Known once something has been read: nobody waits for it. */
function useMayArrange(grove: Grove, state: TreeState): boolean {
  const [may, setMay] = useState<boolean | null>(null)
  const { phase, ids } = branchOf(state, ROOT)
  const isRead = phase === 'ready'
  useEffect(() => {
    if (isRead && may === null) void mayArrange(grove.desk, ids[0] ?? null).then(setMay)
  }, [grove, isRead])
  return may === true
}
