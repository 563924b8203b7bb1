import type { Counts } from '../../categories/exchange/draw.ts'
import type { Format } from '../../categories/exchange/wish.ts'
import { number } from './given.ts'

export type Outcome = Counts & {
  org: string
  tree: string
  format: Format
  isDryRun: boolean
  deletesMissing: boolean
  operations: number
  isWhole: boolean
  seconds: number
}

const COUNTED = ['added', 'renamed', 'moved', 'reordered', 'changed'] as const

export function outcomeText(outcome: Outcome): string {
  const { tree, isDryRun, isWhole, operations, seconds, missing, deletesMissing } = outcome
  const counts = COUNTED.filter((name) => outcome[name] > 0).map((name) => `${number(outcome[name])} ${name}`)
  const all = deletesMissing && missing > 0 ? [...counts, `${number(missing)} deleted`] : counts
  const what = all.length === 0 ? 'all is as in the file already' : all.join(', ')
  const time = operations === 0 ? '' : ` in ${seconds} s`
  const stays = missing > 0 && !deletesMissing ? `${goneText(missing)} (--delete-missing deletes those).\n` : ''
  const rest = isWhole ? '' : 'It was stopped before all was done: the same command does the rest.\n'
  return `${tree}: ${what}${time}.\n${stays}${rest}${isDryRun ? 'Nothing was written.\n' : ''}`
}

const goneText = (missing: number): string =>
  missing === 1 ? 'One topic is not in the file and stays' : `${number(missing)} topics are not in the file and stay`
