import type { Slice } from '../model.ts'

/**
 * What became of something that happened to an ad. `billed`: it is in the ledger. `free`: it is, and costs nothing.
 * `repeat`: it was already. `closed`: too late. `full`: the slice has no place. `unseen`: without an impression before
 * it. `unknown`: there is no such slice.
 */
export type Billed = 'billed' | 'free' | 'repeat' | 'closed' | 'full' | 'unseen' | 'unknown'

/** Something to be put into a slice's ledger. */
export type Act =
  | { kind: 'view'; index: number; entry: string }
  | { kind: 'seen'; index: number }
  | { kind: 'click'; index: number }

type Ledger = Pick<Slice, 'state' | 'room' | 'clickRoom' | 'views' | 'viewed' | 'seen' | 'clicks' | 'freeClicks'>

/** What has to be added to a ledger. */
export type Additions = Pick<Slice, 'views' | 'viewed' | 'seen' | 'clicks' | 'freeClicks'>

/** Takes each in its turn, as if it had come alone. Changes `ledger`, and answers what each came to. */
export function judge(ledger: Ledger, acts: readonly Act[]): { verdicts: Billed[]; additions: Additions } {
  const additions: Additions = { views: [], viewed: [], seen: [], clicks: [], freeClicks: [] }
  const add = <K extends keyof Additions>(list: K, value: Additions[K][number]): void => {
    const lists = [ledger[list], additions[list]] as (string | number)[][]
    for (const one of lists) one.push(value)
  }
  return { verdicts: acts.map((act) => judgeOne(ledger, act, add)), additions }
}

type Add = <K extends keyof Additions>(list: K, value: Additions[K][number]) => void

function judgeOne(ledger: Ledger, act: Act, add: Add): Billed {
  const { index } = act
  if (ledger.state !== 'open') return hasAlready(ledger, act) ? 'repeat' : 'closed'
  if (hasAlready(ledger, act)) return 'repeat'
  if (act.kind === 'view') {
    if (ledger.views.length >= ledger.room) return 'full'
    add('views', act.entry)
    add('viewed', index)
    return 'billed'
  }
  if (!ledger.viewed.includes(index)) return 'unseen'
  if (act.kind === 'seen') {
    add('seen', index)
    return 'billed'
  }
  const isPaid = ledger.clicks.length < ledger.clickRoom
  add(isPaid ? 'clicks' : 'freeClicks', index)
  return isPaid ? 'billed' : 'free'
}

function hasAlready({ viewed, seen, clicks, freeClicks }: Ledger, { kind, index }: Act): boolean {
  if (kind === 'view') return viewed.includes(index)
  return kind === 'seen' ? seen.includes(index) : clicks.includes(index) || freeClicks.includes(index)
}
