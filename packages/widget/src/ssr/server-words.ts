import { spokenFor } from '../i18n/locale.ts'
import { type Words, wordsOf } from '../i18n/words.ts'
import { catalogues } from './catalogues.ts'

const ZONE = 'UTC'
/** Hardly wider than what takes its place: the line must not break because of it. */
const DAY = { year: 'numeric', month: 'short', day: 'numeric', timeZone: ZONE } as const
const MOMENT = { ...DAY, month: 'long', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/**
 * Words for HTML that is kept, and read who knows when and where: times are dates, and name their zone. In place of
 * `3 minutes ago` there is a day, until a script says how long ago that is.
 */
export function serverWords(asked: string): Words {
  const { language, locale } = spokenFor(asked)
  const days = new Intl.DateTimeFormat(locale, DAY)
  const moments = new Intl.DateTimeFormat(locale, MOMENT)
  return {
    ...wordsOf(locale, catalogues[language]),
    ago: (time) => days.format(new Date(time)),
    date: (time) => moments.format(new Date(time)),
  }
}
