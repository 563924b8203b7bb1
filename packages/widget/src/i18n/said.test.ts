import { expect, test } from 'vitest'
import { problemStatus } from '../../../server/src/api/problem-codes.ts'
import { en } from './en.ts'
import { enLater } from './en-later.ts'
import { enTopics } from './topics/en.ts'
import { allSources, importsLater, saidIn, stemsOf, withImports } from './testing/sources.ts'

const LATER = 'i18n/en-later.ts'
const TOPICS = 'i18n/topics/en.ts'
const SAYING = /\.(?:say|count)\(\s*'([^']+)'/g

const [first, later, topics] = [stemsOf(en), stemsOf(enLater), stemsOf(enTopics)]
const sources = allSources()
const core = withImports('core.ts')
const saidByCore = new Set([...core.values()].flatMap(saidIn))
/** The first to load shows these, but never finds one out. */
const refusals = new Set([...later].filter((key) => key.startsWith('error.')))
const entries = [...new Set(sources.flatMap(importsLater))].filter((path) => !path.startsWith('i18n/'))

test('what is said is in the catalogue', () => {
  const all = first.union(later).union(topics)
  const said = sources.flatMap(({ text }) => [...text.matchAll(SAYING)].map(([, key = '']) => key))
  expect(said.length).toBeGreaterThan(50)
  expect(said.filter((key) => !all.has(key))).toEqual([])
})

test('what is in the catalogue is said somewhere', () => {
  const said = new Set(sources.flatMap(saidIn))
  expect([...first.union(later).union(topics).difference(said)]).toEqual([])
})

test('en.ts has what is said by what loads first, and nothing else', () => {
  expect([core.has(LATER), core.has(TOPICS)]).toEqual([false, false])
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
  const ofTopics = [...loaded.values()].flatMap(saidIn).filter((key) => topics.has(key))
  expect(loaded.has(TOPICS) || ofTopics.length === 0, `import topics/en.ts for ${ofTopics.join(', ')}`).toBe(true)
})
