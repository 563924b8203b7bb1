import { isBot } from './bots.ts'

export type Invalidity = 'bot' | 'prefetch' | 'preview'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Where browsers and apps say that nobody looks at the page yet. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
export const FIELDS: readonly string[] = ['user-agent', ...PURPOSES]

/** Why what a request brings is not counted and costs nobody anything; null where a person may be behind it. */
export function invalidity(headers: Headers): Invalidity | null {
  const purposes = PURPOSES.map((name) => textOf(headers[name]).toLowerCase())
  if (purposes.some((purpose) => /\bpre(?:fetch|render)/.test(purpose))) return 'prefetch'
  if (purposes.some((purpose) => /\bpreview/.test(purpose))) return 'preview'
  return isBot(textOf(headers['user-agent'])) ? 'bot' : null
}

const textOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join()
