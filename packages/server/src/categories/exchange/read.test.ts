import { expect, test } from 'vitest'
import { EXIT, Problem } from '../../problem.ts'
import { readTopics } from './format.ts'
import type { Format } from './wish.ts'

const GID = 'gid://shopify/TaxonomyCategory/'
const SHOPIFY = `# Shopify\n\n${GID}a   : Animals\n${GID}a-1 : Animals > Cats\n${GID}b   : Books : old and new\n`
const HEAD = 'Relational ID System\t\t\tTiers\t\r\nUnique ID\tParent\tName\tTier 1\tTier 2\r\n'
const IAB = `${HEAD}2\t1\tCats\tAnimals\tCats\r\n1\t\tAnimals\tAnimals\t\r\n`
const json = (...topics: object[]): string =>
  `{"palaverTopics":1,\n"topics":[\n${topics.map((one) => JSON.stringify(one)).join(',\n')}\n]}`

const shapeOf = (text: string, format: Format | null = null) =>
  readTopics(text, format).topics.map(({ line, parent, name, key, ref }) => ({ line, parent, name, key, ref }))

test('Shopify: ids become refs, names may hold a colon', () => {
  expect(shapeOf(SHOPIFY)).toEqual([
    { line: 3, parent: null, name: 'Animals', key: null, ref: 'shopify:a' },
    { line: 4, parent: `${GID}a`, name: 'Cats', key: null, ref: 'shopify:a-1' },
    { line: 5, parent: null, name: 'Books : old and new', key: null, ref: 'shopify:b' },
  ])
})

test('a mark at the beginning, ends of lines of any kind and spaces around change nothing', () => {
  const odd = (text: string): string => `\uFEFF${text.replaceAll('\r\n', '\n').replaceAll('\n', '  \r\n')}`
  for (const text of [SHOPIFY, IAB, json({ key: 'a', name: 'A' }, { key: 'b', name: ' B ', parent: 'a' })])
    expect(shapeOf(odd(text))).toEqual(shapeOf(text))
})

test('names alone are a tree too, and what follows one of two with the same name lies under that', () => {
  expect(shapeOf('A\nA > B\nA > B > C\n').map(({ parent, ref }) => [parent, ref])).toEqual([
    [null, null],
    ['A', null],
    ['A > B', null],
  ])
  const twice = shapeOf('1 : A\n2 : A > X\n3 : A\n4 : A > X\n')
  expect(twice.map(({ parent }) => parent)).toEqual([null, '1', null, '3'])
})

test('a parent may come later: each topic is given behind its own', () => {
  expect(shapeOf(IAB).map(({ line, name }) => [line, name])).toEqual([
    [4, 'Animals'],
    [3, 'Cats'],
  ])
  expect(shapeOf('2 : A > B\n1 : A\n').map(({ line }) => line)).toEqual([2, 1])
  expect(shapeOf(json({ key: 'b', name: 'B', parent: 'a' }, { key: 'a', name: 'A' })).map(({ line }) => line)).toEqual([
    4, 3,
  ])
})

test('IAB: where tiers and parent differ the parent is taken, and it is told', () => {
  const { topics, notes } = readTopics(`${IAB}3\t1\tDogs\tBooks\tDogs\r\n`, null)
  expect(topics.map(({ ref }) => ref)).toEqual(['iab:1', 'iab:2', 'iab:3'])
  expect(notes).toEqual(['Line 5: the tiers say Books > Dogs, the parent Animals > Dogs, which is taken.'])
})

test('our own ids in the formats of others name topics of ours by their keys', () => {
  expect(shapeOf('gid://palaver/Topic/k1 : A\n')).toMatchObject([{ key: 'k1', ref: null }])
  expect(shapeOf(`${HEAD}palaver:k1\t\tA\tA\t\n`)).toMatchObject([{ key: 'k1', ref: null }])
})

const long = 'x'.repeat(256)

test.each<[string, Format | null, string]>([
  ['1 : A\n1 : B\n', null, 'Line 2: “1” is on line 1 already.'],
  ['A\nA > B\nA > B\n', null, 'Line 3: “A > B” is on line 2 already.'],
  ['1 : A\n\n2 : B > C\n', null, 'Line 3: its parent “B” is not in the file.'],
  ['1 : A\nA > B\n', null, 'Line 2: either all lines have an id or none has one; line 1 is of the other kind.'],
  [`1 : A\n2 : A > ${long}\n`, null, `Line 2: the name “${'x'.repeat(40)}…” has 256 characters: 255 are the most.`],
  ['1 : A >  > C\n', null, 'Line 1: the name is empty.'],
  ['1 : A\u0007\n', null, 'Line 1: the name “A�” has control characters in it.'],
  ['# nothing\n', 'shopify', 'There is no topic in the file.'],
  [`${HEAD}1\t9\tA\n`, null, 'Line 3: its parent “9” is not in the file.'],
  [`${HEAD}1\t\tA\n1\t\tB\n`, null, 'Line 4: “1” is on line 3 already.'],
  [`${HEAD}\t\tA\n`, null, 'Line 3: the id is empty.'],
  [`${HEAD}1\t\tA\tA\t\t\tmore\n`, null, 'Line 3: it has 7 columns and should have 5.'],
  [`${HEAD}1\t2\tA\n2\t1\tB\n`, null, 'Line 3: the topics are under each other in a circle: “A” under “B” under “A”.'],
  ['Name\nA\n', 'iab', 'The file has no row that begins with Unique ID, Parent, Name and tabs between them.'],
  [`${HEAD}`, null, 'There is no topic in the file.'],
  [
    'hello\n',
    null,
    'The file looks like none of the formats that can be read: say which it is (--format json, shopify, iab).',
  ],
  ['{"palaverTopics":2,"topics":[]}', null, 'Line 1: palaverTopics: must be 1: this version reads no other.'],
  [json({ key: 'a', name: 'A' }, { key: 'a', name: 'B' }), null, 'Line 4: “a” is on line 3 already.'],
  [json({ key: 'a', name: 'A', colr: 'x' }), null, 'Line 3: Unrecognized key: "colr".'],
  [json({ key: 'a', name: 'A' }, { key: 'b', name: '' }), null, 'Line 4: the name is empty.'],
  [
    json({ key: 'a', name: 'A', parent: 'a' }),
    null,
    'Line 3: the topics are under each other in a circle: “A” under “A”.',
  ],
  [
    json({ key: 'a', name: 'A', slug: 'x' }, { key: 'b', name: 'B', slug: 'x' }),
    null,
    'Line 4: the slug x is that of “A” (line 3).',
  ],
  [
    json({ key: 'a', name: 'A', ref: 'x' }, { key: 'b', name: 'B', ref: 'x' }),
    null,
    'Line 4: the ref x is that of “A” (line 3).',
  ],
  [
    json({ key: 'a', name: 'A', slug: 'A b' }),
    null,
    'Line 3: slug: must be a slug that a name can have, such as old-books, and not a word that is reserved.',
  ],
  [
    '{"palaverTopics":1,"tree":{"pages":{"topic":"javascript:alert(1)//{id}"}},"topics":[]}',
    null,
    'Line 1: tree.pages.topic: must be an http(s) address with {path} or {id} in it.',
  ],
  [
    json({ key: 'a', name: 'A', colour: 'red;background:url(x)' }),
    null,
    'Line 3: colour: must be a colour, such as #0a7f5c.',
  ],
  [
    json({ key: 'a', name: 'A', locales: { de_AT: { name: 'A' } } }),
    null,
    'Line 3: locales.de_AT: must be a language as BCP 47 has it, such as de or pt-BR.',
  ],
  [json({ key: 'a', name: '\u200b' }), null, 'Line 3: the name has nothing to see in it.'],
  [json({ key: 'a~b', name: 'A' }), null, 'Line 3: key: must be 1 to 64 letters, digits, - and _.'],
])('%j (%s) is refused: %s', (text, format, message) => {
  expect(() => readTopics(text, format)).toThrow(new Problem(EXIT.usage, message))
})

test('what a request may say, a file may: names and references of the longest', () => {
  const [name, ref] = ['🎸'.repeat(255), 'r'.repeat(200)]
  const locales = { 'es-419': { name, slug: null, description: null } }
  const { topics } = readTopics(json({ key: 'a', name, ref, locales }), null)
  expect(topics).toMatchObject([{ name, ref, said: { locales } }])
})

test('a tree of more levels than there can be is refused', () => {
  const names = Array.from({ length: 33 }, (_, at) => `n${at}`)
  const deep = names.map((_, at) => `${at} : ${names.slice(0, at + 1).join(' > ')}`)
  expect(() => readTopics(deep.join('\n'), null)).toThrow('Line 33: “n32” lies deeper than 32 levels.')
})

test.each([
  ['{"palaverTopics":1,\n"topics":[}\n]\n}\n', 2],
  ['{"palaverTopics":1,\n"topics":[\n{"key":"a" "name":"A"}\n]}\n', 3],
  ['{"palaverTopics":1,\n"topics":[\n{"key":"a",\n"name":"A}\n]}\n', 4],
  ['{"palaverTopics":1,\n\n', 3],
  ['{"palaverTopics":1,"topics":[]}\n}\n', 2],
])('%j is no JSON, and the line is told', (text, line) => {
  expect(() => readTopics(text, null)).toThrow(new RegExp(`^Line ${line}: it is no JSON: `))
})
