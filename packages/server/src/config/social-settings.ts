import { z } from 'zod'
import { type Setting, wholeNumber } from './setting.ts'

/** How posts are shown, and how news are built. */
export const socialSettings = {
  linkPreviews: {
    variable: 'PALAVER_LINK_PREVIEWS',
    meaning: 'Whether the service fetches the pages to which posts link, to show what they are about.',
    fallback: '1',
    allowed: '0 or 1',
    schema: z.enum(['0', '1']).transform((flag) => flag === '1'),
  },
  newsKeptFrom: {
    variable: 'PALAVER_NEWS_KEPT_FROM',
    meaning: 'From how many followed people on somebody has news that are kept, instead of merged as they are read.',
    fallback: '50',
    allowed: 'a whole number from 0 to 1000000; 0 for everybody, 1000000 for nobody',
    schema: wholeNumber(0, 1_000_000),
  },
  newsPulledFrom: {
    variable: 'PALAVER_NEWS_PULLED_FROM',
    meaning: 'From how many followers on what somebody writes is merged as news are read, instead of sent to each.',
    fallback: '5000',
    allowed: 'a whole number from 1 to 100000000',
    schema: wholeNumber(1, 100_000_000),
  },
} satisfies Record<string, Setting>
