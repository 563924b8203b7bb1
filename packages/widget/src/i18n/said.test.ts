import { expect, test } from 'vitest'
import { problemStatus } from '../../../server/src/api/problem-codes.ts'
import { en } from './en.ts'
import { enLater } from './en-later.ts'
import { enPromo } from './promo/en.ts'
import { enSocial } from './social/en.ts'
import { enSocialLater } from './social/en-later.ts'
import { enTopics } from './topics/en.ts'
import { allSources, importsLater, saidIn, stemsOf, withImports } from './testing/sources.ts'

const LATER = 'i18n/en-later.ts'
/** Those that say more than threads do, and the file that has the words for it. */
const OTHERS = [
  ['i18n/topics/en.ts', stemsOf(enTopics)],
  ['i18n/social/en.ts', stemsOf(enSocial)],
  ['i18n/social/en-later.ts', stemsOf(enSocialLater)],
  ['i18n/promo/en.ts', stemsOf(enPromo)],
] as const
const SAYING = /\.(?:say|count)\(\s*'([^']+)'/g

const [first, later] = [stemsOf(en), stemsOf(enLater)]
const others = OTHERS.map(([, stems]) => stems).reduce((all, stems) => all.union(stems))
const sources = allSources()
const core = withImports('core.ts')
const saidByCore = new Set([...core.values()].flatMap(saidIn))
/** The first to load shows these, but never finds one out. */
const refusals = new Set([...later, ...others].filter((key) => key.startsWith('error.')))
const entries = [...new Set(sources.flatMap(importsLater))].filter((path) => !path.startsWith('i18n/'))

test('what is said is in the catalogue', () => {
  const all = first.union(later).union(others)
  const said = sources.flatMap(({ text }) => [...text.matchAll(SAYING)].map(([, key = '']) => key))
  expect(said.length).toBeGreaterThan(50)
  expect(said.filter((key) => !all.has(key))).toEqual([])
})

test('what is in the catalogue is said somewhere', () => {
  const said = new Set(sources.flatMap(saidIn))
  expect([...first.union(later).union(others).difference(said)]).toEqual([])
})

test('en.ts has what is said by what loads first, and nothing else', () => {
  expect([LATER, ...OTHERS.map(([file]) => file)].filter((file) => core.has(file))).toEqual([])
  expect([...first.difference(saidByCore)], 'belongs into en-later.ts').toEqual([])
  expect([...saidByCore.difference(first).difference(refusals)], 'belongs into en.ts').toEqual([])
})

test('what finds out that something was refused brings the words for it along', () => {
  expect(refusals.size).toBeGreaterThan(20)
  expect(withImports('acts/problem-in.ts').has(LATER)).toBe(true)
  const others = sources.filter(
    ({ path, text }) => path !== 'acts/problem-in.ts' && /return error\.problem\b(?!\.)/.test(text),
  )
  expect(others).toEqual([])
})

test('words for refusals are for those that the service has', () => {
  expect([...refusals].map((key) => key.slice('error.'.length)).filter((code) => !(code in problemStatus))).toEqual([])
})

test.each(entries)('%s brings the words along that it says', (path) => {
  const loaded = withImports(path)
  const said = [...loaded.values()].flatMap(saidIn).filter((key) => later.has(key))
  expect(loaded.has(LATER) || said.length === 0, `import en-later.ts, which has ${said.join(', ')}`).toBe(true)
  for (const [file, stems] of OTHERS) {
    const ofThese = [...loaded.values()].flatMap(saidIn).filter((key) => stems.has(key) && !refusals.has(key))
    expect(loaded.has(file) || ofThese.length === 0, `import ${file} for ${ofThese.join(', ')}`).toBe(true)
  }
})

test('what shows people and posts at first has the words for that along, and no others', () => {
  const loaded = [...withImports('feed/mount-feed.tsx'), ...withImports('person/mount-person.tsx')]
  const said = new Set(loaded.flatMap(([, source]) => saidIn(source)))
  expect([...stemsOf(enSocial).difference(said)], 'belongs into social/en-later.ts').toEqual([])
})
