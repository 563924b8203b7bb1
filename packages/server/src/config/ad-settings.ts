import { z } from 'zod'
import { type Setting, wholeNumber } from './setting.ts'

/** How ads are decided on. */
export const adSettings = {
  adsLimitMs: {
    variable: 'PALAVER_ADS_LIMIT_MS',
    meaning: 'How long a decision on ads may take, in milliseconds; one that takes longer shows none.',
    fallback: '50',
    allowed: 'a whole number from 1 to 10000',
    schema: wholeNumber(1, 10_000),
  },
  countryField: {
    variable: 'PALAVER_COUNTRY_HEADER',
    meaning: 'The header field in which a proxy of yours says from which country a request comes; empty for none.',
    fallback: '',
    allowed: 'the name of a header field, such as CF-IPCountry, where PALAVER_TRUST_PROXY is not 0',
    schema: z.union([
      z.literal('').transform(() => null),
      z
        .string()
        .regex(/^[\w-]{1,60}$/)
        .transform((name) => name.toLowerCase()),
    ]),
  },
} satisfies Record<string, Setting>
