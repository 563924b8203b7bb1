import { type Setting, wholeNumber } from './setting.ts'

/** How many live streams a node keeps open for one. */
export const liveSettings = {
  liveStreamsByUser: {
    variable: 'PALAVER_LIVE_STREAMS_BY_USER',
    meaning: 'How many live streams one person may have open on one node; 0 for any number.',
    fallback: '20',
    allowed: 'a whole number from 0 to 100000',
    schema: wholeNumber(0, 100_000),
  },
  liveStreamsByAddress: {
    variable: 'PALAVER_LIVE_STREAMS_BY_ADDRESS',
    meaning: 'How many live streams one address may have open on one node; 0 for any number.',
    fallback: '100',
    allowed: 'a whole number from 0 to 100000',
    schema: wholeNumber(0, 100_000),
  },
} satisfies Record<string, Setting>
