import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from './difference.ts'
import { countsOf, drawn } from './draw.ts'
import { elsewhere, exportText, ground, importText, pathsOf, treeOf } from './exchange.fixtures.ts'
import { readTopics } from './format.ts'

type Line = { id: number; parent: number | null; name: string }

const OLD = '1 : Animals\n2 : Animals > Cats\n3 : Animals > Dogs\n4 : Books\n5 : Books > Poems\n'

test('a newer release renames, moves and adds under the same ids; what it lacks stays, or goes with --delete-missing', async () => {
  const g = await ground()
  await importText(g, OLD)
  const before = await treeOf(g)
  const newer =
    '4 : Literature\n2 : Literature > Cats in books\n1 : Animals\n6 : Animals > Birds\n5 : Literature > Poems\n'
  const difference = differenceOf(before, readTopics(newer, null))
  expect(drawn(before, difference, false)).toBe(`~ Books -> Literature
>   Cats -> Cats in books (from Animals)
  Animals
+   Birds
-   Dogs (stays)
`)
  expect(countsOf(difference)).toEqual({ added: 1, renamed: 2, moved: 1, reordered: 0, changed: 0, missing: 1 })
  const { snapshot } = await importText(g, newer)
  expect(Object.fromEntries(pathsOf(snapshot))).toEqual({
    'shopify:1': 'Animals',
    'shopify:3': 'Animals > Dogs',
    'shopify:6': 'Animals > Birds',
    'shopify:4': 'Literature',
    'shopify:2': 'Literature > Cats in books',
    'shopify:5': 'Literature > Poems',
  })
  const keyOf = (ref: string) => [before.byRef(ref)?.key, snapshot.byRef(ref)?.key]
  for (const ref of ['shopify:2', 'shopify:4']) expect(new Set(keyOf(ref)).size).toBe(1)
  const after = (await importText(g, newer, { deletesMissing: true })).snapshot
  const dogs = after.byRef('shopify:3')
  expect(dogs?.retired).toMatchObject({ heir: after.byRef('shopify:1')?.key })
  expect((await importText(g, newer, { deletesMissing: true })).operations).toBe(0)
  await importText(g, OLD)
  expect((await treeOf(g)).byRef('shopify:3')).toMatchObject({ retired: null, key: dogs?.key })
})

test('topics that people made stay, and come up when what they are under goes', async () => {
  const g = await ground()
  await importText(g, OLD)
  const dogs = (await treeOf(g)).byRef('shopify:3')
  const { topic } = await g.topics.create({ actor: g.actor }, 'main', { name: 'Ours', parent: dogs?._id ?? null })
  const { snapshot } = await importText(g, OLD.replace(/3 .*\n/, ''), { deletesMissing: true })
  expect(pathsOf(snapshot).get(topic.key)).toBe('Animals > Ours')
})

test('names of siblings are swapped, and parents with their children, however small the steps', async () => {
  for (const atOnce of [1, 2, 500]) {
    const g = await ground()
    await importText(g, '1 : A\n2 : A > B\n3 : A > B > C\n4 : A > D\n')
    await importText(g, '3 : C\n2 : C > B\n1 : C > B > A\n4 : C > B > A > D\n', { atOnce })
    expect([...(await treeOf(g)).below(null)].map(({ path }) => path)).toEqual(['c', 'c/b', 'c/b/a', 'c/b/a/d'])
    await importText(g, '3 : C\n2 : C > X\n1 : C > Y\n4 : C > Z\n', { atOnce })
    await importText(g, '3 : C\n2 : C > Y\n1 : C > Z\n4 : C > X\n', { atOnce })
    const paths = [...(await treeOf(g)).below(null)].map(({ ref, path }) => [ref, path])
    expect(Object.fromEntries(paths)).toEqual({
      'shopify:1': 'c/z',
      'shopify:2': 'c/y',
      'shopify:3': 'c',
      'shopify:4': 'c/x',
    })
  }
})

test('what lies too deep only on the way there is done in one step', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`)
  const chain = (from: string): string[] =>
    names.map(
      (_, at) =>
        `${from}${at} : ${names
          .slice(0, at + 1)
          .map((name) => from + name)
          .join(' > ')}`,
    )
  const g = await ground()
  await importText(g, [...chain('a'), ...chain('b')].join('\n'))
  const a = names.map((name) => `a${name}`).join(' > ')
  const rest = names.slice(1).map(
    (_, at) =>
      `b${at + 1} : bn1${names
        .slice(2, at + 2)
        .map((name) => ` > b${name}`)
        .join('')}`,
  )
  const wanted = [...chain('a'), `b0 : ${a} > bn0`, ...rest].join('\n')
  await importText(g, wanted, { atOnce: 1 })
  expect(pathsOf(await treeOf(g)).get('shopify:b0')).toBe(`${a} > bn0`)
  expect((await importText(g, wanted)).operations).toBe(0)
})

/** A forest: each topic lies under one before it. */
const forest = fc
  .array(fc.record({ up: fc.nat(), name: fc.constantFrom('A', 'B', 'C', 'D', 'Ä', '7') }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((rows) =>
    rows.map(({ up, name }, id): Line => ({ id, parent: up % (id + 1) === id ? null : up % (id + 1), name })),
  )

/** The same ids in any order: another release. */
const shuffled = forest.chain((lines) =>
  fc.shuffledSubarray([...lines.keys(), 20, 21, 22], { minLength: lines.length, maxLength: lines.length }).map((ids) =>
    lines.map(({ parent, name }, at): Line => ({
      id: ids[at] ?? 0,
      parent: parent === null ? null : (ids[parent] ?? 0),
      name,
    })),
  ),
)

const asIab = (lines: readonly Line[]): string =>
  `Unique ID\tParent\tName\n${lines.map(({ id, parent, name }) => `i${id}\t${parent === null ? '' : `i${parent}`}\t${name}\n`).join('')}`

const wantedPaths = (lines: readonly Line[]): [string, string][] => {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const pathOf = ({ parent, name }: Line): string => {
    const above = parent === null ? undefined : byId.get(parent)
    return above === undefined ? name : `${pathOf(above)} > ${name}`
  }
  return lines.map((line): [string, string] => [`iab:i${line.id}`, pathOf(line)])
}

test('any release becomes any other: ids stay, addresses differ, and doing it again does nothing', async () => {
  const steps = fc.record({ atOnce: fc.constantFrom(1, 2, 3, 500), stops: fc.nat(6), deletesMissing: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(shuffled, { minLength: 2, maxLength: 4 }), steps, async (releases, how) => {
      const g = await ground()
      const keys = new Map<string, string>()
      for (const lines of releases) {
        let left = how.stops
        const { atOnce, deletesMissing } = how
        await importText(g, asIab(lines), { atOnce, deletesMissing, isStopped: () => left-- <= 0 })
        const { snapshot } = await importText(g, asIab(lines), { atOnce, deletesMissing })
        const paths = pathsOf(snapshot)
        for (const [ref, path] of wantedPaths(lines)) expect(paths.get(ref)).toBe(path)
        if (deletesMissing) expect(paths.size).toBe(lines.length)
        const addresses = [...snapshot.below(null)].map(({ path }) => path)
        expect(new Set(addresses).size).toBe(addresses.length)
        for (const { ref, key } of snapshot.topics.values()) {
          expect(keys.get(ref ?? '') ?? key).toBe(key)
          keys.set(ref ?? '', key)
        }
        expect((await importText(g, asIab(lines), { atOnce, deletesMissing })).operations).toBe(0)
      }
    }),
    { numRuns: 60 },
  )
})

const slugs = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')

/** Trees in our own format: order, slugs, languages and all the rest are said. */
const ownTree = shuffled.chain((lines) =>
  fc
    .array(
      fc.record({
        slugs: fc.uniqueArray(slugs, { minLength: 2, maxLength: 2 }),
        emoji: fc.constantFrom(null, '🐈'),
        visibility: fc.constantFrom('public', 'members'),
      }),
      { minLength: lines.length, maxLength: lines.length },
    )
    .map((rest) => {
      const taken = new Set<string>()
      const free = (parent: number | null, slug: string, id: number): string => {
        const found = taken.has(`${parent}/${slug}`) ? `${slug}-x${id}` : slug
        taken.add(`${parent}/${found}`)
        return found
      }
      const topics = lines.map(({ id, parent, name }, at) => {
        const { slugs: [one = '', other = ''] = [], emoji, visibility } = rest[at] ?? {}
        const [slug, spoken] = [free(parent, one, id), free(parent, other, 100 + id)]
        const locales = id % 3 === 0 ? { de: { name: `${name} de`, slug: spoken, description: null } } : {}
        const said = { ref: id % 2 === 0 ? `x:${id}` : null, description: null, emoji, colour: null, visibility }
        const key = (one: number | null): string | null => (one === null ? null : `k${one}`)
        return { key: key(id), parent: key(parent), name, slug, ...said, roles: [], starts: null, locales }
      })
      return JSON.stringify({ palaverTopics: 1, tree: { name: `T${lines.length}` }, topics })
    }),
)

test('a tree becomes what our own format says, byte by byte, whatever it was before and wherever it was stopped', async () => {
  const how = fc.record({ atOnce: fc.constantFrom(1, 2, 500), stops: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(ownTree, ownTree, how, async (first, second, { atOnce, stops }) => {
      const [here, there] = [await ground(), await ground()]
      await importText(here, first)
      let left = stops
      await importText(here, second, { atOnce, deletesMissing: true, isStopped: () => left-- <= 0 })
      await importText(here, second, { atOnce, deletesMissing: true })
      await importText(there, second)
      const text = await exportText(here, 'json')
      expect(text).toBe(await exportText(there, 'json'))
      expect((await importText(here, text, { deletesMissing: true })).operations).toBe(0)
      const third = await elsewhere(here, 'third')
      await importText(third, text)
      expect(await exportText(third, 'json')).toBe(text)
    }),
    { numRuns: 60 },
  )
})

test.each(['shopify', 'iab'] as const)('%s: an export is read back to the same bytes', async (format) => {
  await fc.assert(
    fc.asyncProperty(ownTree, async (tree) => {
      const g = await ground()
      await importText(g, tree)
      const text = await exportText(g, format)
      expect((await importText(g, text)).operations).toBe(0)
      const other = await elsewhere(g, 'other')
      await importText(other, text)
      expect(await exportText(other, format)).toBe(text)
    }),
    { numRuns: 25 },
  )
})

test('what a text format cannot hold is refused, not changed', async () => {
  const g = await ground()
  await g.topics.create({ actor: g.actor }, 'main', { name: 'A > B' })
  await expect(exportText(g, 'shopify')).rejects.toThrow('This format cannot hold the name “A > B”: export as json.')
  expect(await exportText(g, 'iab')).toContain('\tA > B\t')
})

test('a slug that stays with a topic outside the file is refused before anything is written', async () => {
  const g = await ground()
  await g.topics.create({ actor: g.actor }, 'main', { name: 'Garden' })
  const text = '{"palaverTopics":1,"topics":[{"key":"a","name":"A"},{"key":"b","name":"B","slug":"garden"}]}'
  const { version } = await treeOf(g)
  await expect(importText(g, text)).rejects.toThrow(
    'Line 1: the slug garden is that of “Garden”, which is not in the file: give that another, or have it deleted (--delete-missing).',
  )
  expect((await treeOf(g)).version).toBe(version)
  await importText(g, text, { deletesMissing: true })
  expect([...(await treeOf(g)).below(null)].map(({ path }) => path)).toEqual(['a', 'garden'])
})

test('a picture of thousands is bounded', async () => {
  const g = await ground()
  const many = Array.from({ length: 3_000 }, (_, at) => `${at + 1} : ${at < 600 ? `R${at}` : `R0 > N${at}`}\n`)
  const before = await treeOf(g)
  const text = drawn(before, differenceOf(before, readTopics(many.join(''), null)), false)
  expect(text.split('\n')).toHaveLength(502)
  expect(text).toMatch(/^\+ R0 \(and 2,400 below it\)\n\+ R1\n[\s\S]*\n {2}… and 100 more lines\n$/)
})

test('somebody else changes the tree meanwhile: all is looked at again, and ends as the file says', async () => {
  const g = await ground()
  const [cats] = [...(await importText(g, OLD)).snapshot.below(null)].filter(({ name }) => name === 'Cats')
  const newer = OLD.replaceAll('Animals', 'Beasts').replace('Poems', 'Verse')
  const disturb = async (): Promise<void> => {
    await g.topics.revise({ actor: g.actor }, cats?._id ?? '', { change: { name: 'Tigers', parent: null } })
  }
  const disturbed: Promise<void>[] = []
  await importText(g, newer, {
    atOnce: 1,
    onProgress: ({ done }) => void (done === 1 && disturbed.length === 0 && disturbed.push(disturb())),
  })
  await Promise.all(disturbed)
  expect(disturbed).toHaveLength(1)
  await importText(g, newer)
  expect([...pathsOf(await treeOf(g)).values()].sort()).toEqual(
    ['Beasts', 'Beasts > Cats', 'Beasts > Dogs', 'Books', 'Books > Verse'].sort(),
  )
})
