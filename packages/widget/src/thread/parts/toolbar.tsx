import type { JSX } from 'preact'
import { act } from '../act.ts'
import { type Order, ORDERS } from '../options.ts'
import { later } from './later.tsx'
import { usePiece, useThread } from './use-thread.ts'

const CloseButton = later(async () => (await import('../../menu/staff.tsx')).CloseButton)
const Follow = later(async () => (await import('../../writing/follow.tsx')).Follow)

/** How many there are, and in which order. */
export function Toolbar(): JSX.Element {
  const { store, words } = useThread()
  const count = usePiece(({ discussion }) => discussion?.comments ?? 0)
  const order = usePiece((state) => state.order)
  const moderates = usePiece(({ me }) => me?.moderates === true)
  const isFlat = usePiece((state) => state.isFlat)
  const orders = ORDERS.filter((one) => !isFlat || one !== 'best').toReversed()
  return (
    <header class="toolbar" part="toolbar">
      <h2 class="count">{words.count('thread.count', count)}</h2>
      <Follow />
      {moderates && <CloseButton />}
      {count > 1 && (
        <label class="order">
          <span>{words.say('order.label')}</span>
          <select
            part="order"
            value={isFlat && order === 'best' ? 'oldest' : order}
            onChange={({ currentTarget }) => void act(store, 'reorder', currentTarget.value as Order)}
          >
            {orders.map((one) => (
              <option key={one} value={one}>
                {words.say(`order.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </header>
  )
}
