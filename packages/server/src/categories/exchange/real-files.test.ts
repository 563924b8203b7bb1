import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Snapshot } from '../tree/snapshot.ts'
import { differenceOf } from './difference.ts'
import { countsOf } from './draw.ts'
import { elsewhere, exportText, type Ground, ground, importText, pathsOf, treeOf } from './exchange.fixtures.ts'
import { readTopics } from './format.ts'

const shared = (name: string): string =>
  fileURLToPath(new URL(`../../../../../../shared/data/${name}`, import.meta.url))
const SHOPIFY = shared('shopify-categories.txt')
const IAB = shared('iab-content-taxonomy-3.1.tsv')
const needs = (file: string): string => `(needs ../shared/data/${file.split('/').at(-1)})`

/** The same numbers in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function expectDifferentAddresses(snapshot: Snapshot, count: number): void {
  const paths = [...snapshot.below(null)].map(({ path }) => path)
  expect([paths.length, new Set(paths).size]).toEqual([count, count])
}

/** Moves that the tree refuses, into what lies below, are left out. */
async function moveAbout(g: Ground, moves: number): Promise<void> {
  const pick = chance(7)
  for (let move = 0; move < moves; move++) {
    const snapshot = await treeOf(g)
    const live = [...snapshot.below(null)]
    const [topic, parent] = [live[pick(live.length)], live[pick(live.length)]]
    if (topic === undefined || parent === undefined || topic === parent || topic.depth < 2) continue
    if (parent.ancestors.includes(topic.key) || parent.depth > 8) continue
    await g.topics.revise({ actor: g.actor }, topic._id, { change: { parent: parent._id } })
  }
}

test.skipIf(!existsSync(SHOPIFY))(`Shopify's tree: path by path, moved about, and back ${needs(SHOPIFY)}`, async () => {
  const text = readFileSync(SHOPIFY, 'utf8')
  const g = await ground()
  const { snapshot } = await importText(g, text)
  const lines = text.split('\n').filter((line) => line.startsWith('gid://'))
  const paths = pathsOf(snapshot)
  for (const line of lines) {
    const [id = '', path = ''] = line.split(/ +: /)
    expect(paths.get(`shopify:${id.split('/').at(-1)}`)).toBe(path)
  }
  expectDifferentAddresses(snapshot, lines.length)
  expect((await importText(g, text)).operations).toBe(0)
  expect((await exportText(g, 'shopify')).split('\n').slice(1)).toEqual(text.split('\n').slice(1))
  await moveAbout(g, 100)
  expectDifferentAddresses(await treeOf(g), lines.length)
  for (const format of ['json', 'shopify', 'iab'] as const) {
    const out = await exportText(g, format)
    expect((await importText(g, out)).operations).toBe(0)
    const other = await elsewhere(g, `other-${format}`)
    await importText(other, out)
    expect(await exportText(other, format)).toBe(out)
  }
  await importText(g, text)
  expect(pathsOf(await treeOf(g))).toEqual(paths)
})

test.skipIf(!existsSync(IAB))(`the IAB's tree: path by path, and back ${needs(IAB)}`, async () => {
  const text = readFileSync(IAB, 'utf8')
  const g = await ground()
  const { snapshot } = await importText(g, text)
  const rows = text
    .split('\r\n')
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split('\t'))
  const byId = new Map(rows.map((cells) => [cells[0], cells]))
  const pathOf = ([, parent, name = '']: readonly string[]): string =>
    parent === '' ? name : `${pathOf(byId.get(parent) ?? [])} > ${name}`
  const paths = pathsOf(snapshot)
  for (const cells of rows) expect(paths.get(`iab:${cells[0]}`)).toBe(pathOf(cells))
  expectDifferentAddresses(snapshot, rows.length)
  const out = await exportText(g, 'iab')
  const other = await elsewhere(g, 'other')
  await importText(other, out)
  expect(await exportText(other, 'iab')).toBe(out)
  expect((await importText(g, text)).operations).toBe(0)
})

type Row = { id: string; name: string; parent: Row | null }

const GID = 'gid://shopify/TaxonomyCategory/'
const lineTo = (row: Row): Row[] => (row.parent === null ? [row] : [...lineTo(row.parent), row])

function rowsOf(text: string): Row[] {
  const byPath = new Map<string, Row>()
  for (const line of text.split('\n').filter((one) => one.startsWith(GID))) {
    const [id = '', path = ''] = line.split(/ +: /)
    const names = path.split(' > ')
    const parent = byPath.get(names.slice(0, -1).join(' > ')) ?? null
    byPath.set(path, { id, name: names.at(-1) ?? '', parent })
  }
  return [...byPath.values()]
}

/** A newer release under the same ids: some names change, some topics go elsewhere, some are new, some are gone. */
function newerOf(text: string): string {
  const pick = chance(11)
  const rows = rowsOf(text)
  const any = (): Row => rows[pick(rows.length)] as Row
  for (let at = 0; at < 300; at++) {
    any().name += ` No ${at}`
    const [row, to] = [any(), any()]
    if (!lineTo(to).includes(row) && lineTo(to).length < 9) row.parent = to
    rows.push({ id: `${GID}new-${at}`, name: `New ${at}`, parent: any() })
    const inner = new Set(rows.map(({ parent }) => parent))
    if (at % 3 === 0) rows.splice(rows.indexOf(rows.find((one) => !inner.has(one) && pick(9) === 0) ?? any()), 1)
  }
  const pathOf = (row: Row): string =>
    lineTo(row)
      .map(({ name }) => name)
      .join(' > ')
  return rows.map((row) => `${row.id} : ${pathOf(row)}\n`).join('')
}

test.skipIf(!existsSync(SHOPIFY))(
  `a newer release is renames and moves, not deletes and creates ${needs(SHOPIFY)}`,
  async () => {
    const text = readFileSync(SHOPIFY, 'utf8')
    const g = await ground()
    const before = (await importText(g, text)).snapshot
    const newer = newerOf(text)
    const counts = countsOf(differenceOf(before, readTopics(newer, null)))
    expect(counts).toMatchObject({ missing: 100 })
    expect(counts.renamed).toBeGreaterThan(200)
    expect(counts.moved).toBeGreaterThan(200)
    expect(counts.added).toBeGreaterThan(200)
    const { snapshot } = await importText(g, newer, { deletesMissing: true })
    const wanted = new Map(
      newer
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [id = '', path = ''] = line.split(' : ')
          return [`shopify:${id.split('/').at(-1)}`, path]
        }),
    )
    expect(pathsOf(snapshot)).toEqual(wanted)
    expectDifferentAddresses(snapshot, wanted.size)
    for (const topic of before.topics.values()) expect(snapshot.get(topic.key)?.ref).toBe(topic.ref)
    expect((await importText(g, newer, { deletesMissing: true })).operations).toBe(0)
  },
)
