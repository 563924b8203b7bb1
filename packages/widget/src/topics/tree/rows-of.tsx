import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { useAround } from '../around.ts'
import { type Grove, readBranch, readMore } from './acts.ts'
import { ItemRow } from './item-row.tsx'
import type { DoorRow, Row, TopicRow } from './rows.ts'
import { branchOf, type TreeState } from './state.ts'
import type { Slots } from './tree-view.tsx'

export type AroundRows = {
  grove: Grove
  state: TreeState
  current: string | null
  active: string | null
  slots: Slots | null
}

type RowsProps = { rows: readonly Row[]; parent: string; level: number; around: AroundRows }

/** Those under one topic. */
export function Rows({ rows, parent, level, around }: RowsProps): JSX.Element {
  const isWaiting = rows.length === 0 && branchOf(around.state, parent).phase === 'loading'
  return (
    <>
      {rows.map((row) =>
        row.kind === 'topic' ? (
          <Item key={row.key} row={row} around={around} />
        ) : (
          <Door key={row.key} row={row} around={around} />
        ),
      )}
      {isWaiting && (
        <li role="none" class="waiting-row">
          <div class="skeleton line" aria-hidden="true" />
        </li>
      )}
      {around.slots?.behind(parent, level)}
    </>
  )
}

/** A topic, with those under it where it is open, or where one is being added. */
function Item({ row, around }: { row: TopicRow; around: AroundRows }): JSX.Element {
  const { slots } = around
  const { key, level } = row
  const id = useId()
  const hasBelow = row.isOpen || (slots?.behind(key, level) ?? null) !== null
  return (
    <li role="none" class={`node ${slots?.looks(row) ?? ''}`}>
      <ItemRow row={row} around={around} id={id} below={hasBelow ? `${id}-below` : undefined} />
      {hasBelow && (
        <ul role="group" id={`${id}-below`}>
          <Rows rows={row.rows} parent={key} level={level + 1} around={around} />
        </ul>
      )}
    </li>
  )
}

/** Leads on where more follow, or to another try. */
function Door({ row, around: { grove, active, state } }: { row: DoorRow; around: AroundRows }): JSX.Element {
  const { words } = useAround()
  const { key, kind, parent, level } = row
  const does = (): void => void openDoor(grove, row)
  return (
    <li role="none" class="door">
      <div
        role="treeitem"
        class="row"
        data-row={key}
        aria-level={level}
        aria-busy={branchOf(state, parent).phase === 'loading'}
        tabIndex={active === key ? 0 : -1}
        onClick={does}
      >
        {kind === 'failed' && `${words.say('topics.failed')} `}
        <span class="link">{words.say(kind === 'more' ? 'topics.more' : 'thread.retry')}</span>
      </div>
    </li>
  )
}

export const openDoor = (grove: Grove, { kind, parent }: DoorRow): Promise<void> =>
  kind === 'more' ? readMore(grove, parent) : readBranch(grove, parent)
