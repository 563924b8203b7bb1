import { describe, expect, test } from 'vitest'
import { english } from './english.ts'
import { LANGUAGES } from './locale.ts'
import { catalogues } from './testing/catalogues.ts'

const { en: source } = catalogues
const keys = Object.keys(source)
const stems = keys.filter((key) => key.endsWith('.one')).map((key) => key.slice(0, -'.one'.length))
const plain = keys.filter((key) => !stems.some((stem) => key === `${stem}.one` || key === `${stem}.other`))
const categoriesOf = (locale: string): string[] => new Intl.PluralRules(locale).resolvedOptions().pluralCategories
const formsOf = (locale: string): string[] => [...new Set(['one', 'other', ...categoriesOf(locale)])]
const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{\w*\}/g)].map(([name]) => name).toSorted()

/** Words that are the same in both. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['editor.code', 'editor.linkText', 'staff.spam'],
  es: ['staff.spam'],
  fr: ['editor.code', 'bell.label', 'staff.spam', 'topics.discussions.one', 'topics.discussions.other'],
  ar: [],
  ja: [],
}

test('English is whole where its later words have loaded', () => {
  expect(english).toEqual(source)
  expect(Object.keys(catalogues).toSorted()).toEqual(LANGUAGES.toSorted())
})

describe.each(LANGUAGES)('the catalogue of %s', (language) => {
  const catalogue = catalogues[language]

  test('has every key, every form that a number can need, and nothing else', () => {
    const wanted = [...plain, ...stems.flatMap((stem) => formsOf(language).map((form) => `${stem}.${form}`))]
    expect(Object.keys(catalogue).toSorted()).toEqual(wanted.toSorted())
  })

  test('has a text for each, without blanks around it or twice inside', () => {
    const odd = Object.entries(catalogue).filter(([, text]) => text === '' || text !== text.trim() || / {2}/.test(text))
    expect(odd).toEqual([])
  })

  test('says the same placeholders', () => {
    for (const key of plain)
      expect([key, ...placeholdersIn(catalogue[key] ?? '')]).toEqual([key, ...placeholdersIn(source[key] ?? '')])
  })

  test('says the same placeholders with numbers; what stands for one number may say it in words', () => {
    for (const form of formsOf(language))
      for (const stem of stems) {
        const wanted = placeholdersIn(source[`${stem}.other`] ?? '')
        const found = placeholdersIn(catalogue[`${stem}.${form}`] ?? '')
        const isWhole = found.includes('{count}') || !isOneNumber(language, form)
        expect([stem, form, ...found]).toEqual([stem, form, ...wanted.filter((name) => isWhole || name !== '{count}')])
      }
  })
})

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s is a translation', (language) => {
  const catalogue = catalogues[language]
  const same = keys.filter((key) => catalogue[key] === source[key])
  expect(same.filter((key) => /\p{L}/u.test((source[key] ?? '').replaceAll(/\{\w+\}/g, ''))).toSorted()).toEqual(
    SAME[language]?.toSorted(),
  )
})

function isOneNumber(locale: string, form: string): boolean {
  const rules = new Intl.PluralRules(locale)
  return (
    Array.from({ length: 2000 }, (_, number) => number).filter((number) => rules.select(number) === form).length === 1
  )
}

test('French has no-break spaces before high punctuation', () => {
  const odd = Object.entries(catalogues.fr).filter(([, text]) =>
    /[^\u00a0\u202f][?!;:]/u.test(text.replaceAll('`', '')),
  )
  expect(odd).toEqual([])
})

test('Spanish opens what it asks and calls', () => {
  const odd = Object.entries(catalogues.es).filter(([, text]) => text.includes('?') !== text.includes('¿'))
  expect(odd).toEqual([])
})

test('Arabic and Japanese have the punctuation of their own', () => {
  for (const language of ['ar', 'ja'] as const)
    expect(Object.entries(catalogues[language]).filter(([, text]) => /[,;?] |[,;?]$/.test(text))).toEqual([])
})
