import { agoIn } from './ago.ts'
import type { Key, PromoKey, SocialKey, TopicsKey } from './catalogue.ts'
import { english } from './english.ts'
import { isolated } from './isolate.ts'

type AnyKey = Key | TopicsKey | SocialKey | PromoKey
type Stem<K> = K extends `${infer S}.one` ? S : never
/** Keys of which there is a form for each kind of number. */
export type CountedKey = Stem<AnyKey>
export type PlainKey = Exclude<AnyKey, `${CountedKey}.${'one' | 'other'}`>

type Values = Readonly<Record<string, string | number>>

/** How a thread speaks: words of a catalogue, numbers and times of a locale. */
export type Words = {
  locale: string
  dir: 'ltr' | 'rtl'
  say: (key: PlainKey, values?: Values) => string
  count: (key: CountedKey, count: number, values?: Values) => string
  number: (value: number) => string
  ago: (time: string, now: number) => string
  date: (time: string) => string
}

export function wordsOf(locale: string, catalogue: Readonly<Record<string, string>> = english): Words {
  const plural = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })
  const ago = agoIn(locale)
  const dir = locale.startsWith('ar') ? 'rtl' : 'ltr'
  const filled = (form: string | undefined, values: Values): string =>
    (form ?? '').replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? numbers.format(value) : isolated(value, dir)
    })
  return {
    locale,
    dir,
    say: (key, values = {}) => filled(catalogue[key], values),
    count: (key, count, values = {}) =>
      filled(catalogue[`${key}.${plural.select(count)}`] ?? catalogue[`${key}.other`], { ...values, count }),
    number: (value) => numbers.format(value),
    ago: (time, now) => ago((now - Date.parse(time)) / 1000),
    date: (time) => dates.format(new Date(time)),
  }
}
