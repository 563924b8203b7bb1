import { ProtocolBroken } from './errors.ts'
import { textOf, type Run } from './schedule.ts'

export type Explored = {
  /** How many schedules were run to their end, the random ones among them. */
  schedules: number
  /** How many different states were met; 0 without a `fingerprint`. */
  states: number
  /** Whether those were all there are. */
  exhaustive: boolean
  /** Steps of the longest schedule. */
  longest: number
  /** All of this in one line. */
  report: string
}

type Figures = Omit<Explored, 'report'>

export function explored(title: string, how: string, figures: Figures): Explored {
  const { schedules, states, exhaustive, longest } = figures
  const counts = [
    `${schedules} schedules (${how})`,
    ...(states > 0 ? [`${states} states`] : []),
    `longest ${longest} steps`,
  ]
  return { schedules, states, exhaustive, longest, report: `holds  ${title}: ${counts.join(', ')}` }
}

export function broken(title: string, { schedule, fault }: Run): ProtocolBroken {
  const text = textOf(schedule)
  const cause = fault ?? new Error('nothing is wrong')
  return new ProtocolBroken(`FAILS  ${title}: ${cause.message}\n       after ${text}`, text, cause)
}
