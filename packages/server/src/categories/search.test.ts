import { expect, test } from 'vitest'
import { Draft } from './changes/draft.ts'
import { addTopic, type NewTopic } from './changes/create.ts'
import type { Tree } from './model.ts'
import { searchTopics } from './search.ts'
import { affectedBy } from './tree/affected.ts'
import { Snapshot } from './tree/snapshot.ts'

const TREE: Tree = {
  _id: 'tree',
  org: 'main',
  key: 'main',
  name: 'Topics',
  locale: 'en',
  pages: { topic: null, discussion: null },
  version: 0,
  pending: null,
  recent: [],
  created: '2026-01-01T00:00:00.000Z',
  rev: 1,
}

function treeOf(topics: Record<string, NewTopic>): Snapshot {
  const empty = Snapshot.empty(TREE)
  const draft = new Draft(empty)
  for (const [key, topic] of Object.entries(topics)) addTopic(draft, { key, topic, at: TREE.created })
  const planned = draft.planned('imported')
  if (planned === null) return empty
  const operation = { ...planned, id: 'o', at: TREE.created }
  return empty.with({ tree: TREE, version: 1, topics: affectedBy(empty, operation), formers: [] })
}

const SNAPSHOT = treeOf({
  books: { name: 'Books' },
  old: { name: 'Old Books', parent: 'books' },
  binding: { name: 'Book binding', parent: 'books' },
  cafe: { name: 'Crème & Cafés', locales: { de: { name: 'Straße und Kaffeehäuser' }, ja: { name: '東京の喫茶店' } } },
  women: { name: 'Women’s Chess', locales: { tr: { name: 'Isırgan' }, vi: { name: 'Đường phố' } } },
  phones: { name: '手机配件' },
  korean: { name: '한국 음악' },
  hidden: { name: 'Bookkeeping', visibility: 'members' },
})

const found = (text: string, { locale = null as string | null, limit = 10 } = {}): string[] =>
  searchTopics(SNAPSHOT, { text, locale, limit, sees: ({ key }) => key !== 'hidden' }).map(({ key }) => key)

test('by the beginnings of words, in any order: the whole name first, then how it begins, then a word in it', () => {
  expect(found('book')).toEqual(['books', 'binding', 'old'])
  expect(found('books')).toEqual(['books', 'old'])
  expect(found('binding book')).toEqual(['binding'])
  expect(found('bo bi')).toEqual(['binding'])
  expect(found('ook')).toEqual([])
  expect(found('book', { limit: 1 })).toEqual(['books'])
})

test('accents, case, apostrophes and signs between words do not matter', () => {
  for (const text of ['creme', 'CRÈME', 'crème & cafe', 'cafes, creme', 'cre\u0300me'])
    expect(found(text)).toEqual(['cafe'])
  for (const text of ['womens', 'women’s', "women's chess", 'chess']) expect(found(text)).toEqual(['women'])
  expect(found('strasse')).toEqual(['cafe'])
  expect(found('isirgan')).toEqual(['women'])
  expect(found('duong pho')).toEqual(['women'])
})

test('scripts without spaces are found by each of their words, and Korean while it is typed', () => {
  expect(found('手机')).toEqual(['phones'])
  expect(found('配件')).toEqual(['phones'])
  expect(found('喫茶店')).toEqual(['cafe'])
  expect(found('음아')).toEqual(['korean'])
})

test('with a language, names of that one count, and those of the tree', () => {
  expect(found('kaffee', { locale: 'de-AT' })).toEqual(['cafe'])
  expect(found('kaffee', { locale: 'fr' })).toEqual([])
  expect(found('creme', { locale: 'de' })).toEqual(['cafe'])
})

test('what is not seen is not found, and what has no words finds nothing', () => {
  expect(found('bookkeeping')).toEqual([])
  for (const text of ['', ' ', '&', '!?', '\u0301']) expect(found(text)).toEqual([])
})
