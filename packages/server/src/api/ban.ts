import { Refusal } from './refusal.ts'

/** Until when, where it ends by itself, and why. */
export type Ban = { until: string | null; reason: string }

export const banInWords = ({ until, reason }: Ban): string =>
  `You are banned${until === null ? '' : ` until ${until}`}: ${reason}`

export const bannedBy = (ban: Ban): Refusal => new Refusal('banned', banInWords(ban))
