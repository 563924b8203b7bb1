import { z } from 'zod'
import type { Setting } from './setting.ts'
import { wholeNumber } from './setting.ts'

const WHO = {
  USER: 'one user',
  KEY: 'one API key',
  ADDRESS: 'one address',
  ORG: 'all users of one org together',
} as const

const WHAT = {
  READS: 'reads',
  WRITES: 'writes',
  COSTLY: 'requests that cost much (previews, looking people up, new guests)',
} as const

type Limit = Omit<Setting, 'schema'> & { schema: z.ZodType<number, string> }

const limit = (what: keyof typeof WHAT, who: keyof typeof WHO, fallback: number): Limit => ({
  variable: `PALAVER_LIMIT_${what}_BY_${who}`,
  meaning: `How many ${WHAT[what]} a minute are taken from ${WHO[who]}; 0 for any number.`,
  fallback: String(fallback),
  allowed: 'a whole number from 0 to 999999999',
  schema: wholeNumber(0, 999_999_999),
})

/** How much may be asked of one node; all are counted there and nowhere else. */
export const limitSettings = {
  limitReadsByUser: limit('READS', 'USER', 600),
  limitReadsByKey: limit('READS', 'KEY', 6000),
  limitReadsByAddress: limit('READS', 'ADDRESS', 3000),
  limitReadsByOrg: limit('READS', 'ORG', 60_000),
  limitWritesByUser: limit('WRITES', 'USER', 60),
  limitWritesByKey: limit('WRITES', 'KEY', 3000),
  limitWritesByAddress: limit('WRITES', 'ADDRESS', 300),
  limitWritesByOrg: limit('WRITES', 'ORG', 6000),
  limitCostlyByUser: limit('COSTLY', 'USER', 120),
  limitCostlyByKey: limit('COSTLY', 'KEY', 600),
  limitCostlyByAddress: limit('COSTLY', 'ADDRESS', 300),
  limitCostlyByOrg: limit('COSTLY', 'ORG', 3000),
  limitLoopback: {
    variable: 'PALAVER_LIMIT_LOOPBACK',
    meaning: 'Whether these limits also hold for requests that come from this machine itself.',
    fallback: '0',
    allowed: '0 or 1',
    schema: z.enum(['0', '1']).transform((flag) => flag === '1'),
  },
} satisfies Record<string, Setting>
