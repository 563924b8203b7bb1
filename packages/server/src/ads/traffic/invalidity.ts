import { isBot } from './bots.ts'

export type Invalidity = 'bot' | 'prefetch' | 'preview'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Where browsers and apps say that nobody looks at the page yet. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const PREFETCH = /\bpre(?:fetch|render)/
const PREVIEW = /\bpreview/

/** Why what a request brings is not counted and costs nobody anything; null where a person may be behind it. */
export const invalidity = (headers: Headers): Invalidity | null => invalidityIn((name) => textOf(headers[name]))

/** The same for who has header fields one by one; empty are those that there are not. */
export function invalidityIn(said: (name: string) => string): Invalidity | null {
  let found: Invalidity | null = null
  for (const name of PURPOSES) {
    const purpose = said(name)
    // Mostly there is none.
    if (purpose === '') continue
    if (PREFETCH.test(purpose.toLowerCase())) return 'prefetch'
    if (PREVIEW.test(purpose.toLowerCase())) found = 'preview'
  }
  return found ?? (isBot(said('user-agent')) ? 'bot' : null)
}

const textOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join()
