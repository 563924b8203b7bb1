import { EXIT, Problem } from '../../problem.ts'
import { isLive, type Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import type { TreeSettings } from '../trees.ts'
import { matched } from './match.ts'
import { outOfOrder } from './out-of-order.ts'
import type { Said, WantedTree, Wish } from './wish.ts'

/** What is to become of one topic so that it is as the file wants it. */
export type Change = {
  key: string
  wish: Wish
  /** Keys, as they are to be. */
  parent: string | null
  /** The one of the file before it under the same parent. */
  after: string | null
  kind: 'new' | 'back' | 'changed'
  /** What it was called. */
  renamed: string | null
  /** Where it was; null where it stays. */
  moved: { from: string | null } | null
  isReordered: boolean
  /** Which other things that the file says of it are different. */
  details: readonly (keyof Said)[]
}

/** A topic that the file no longer has, and the nearest above it that stays. */
export type Missing = { topic: Topic; heir: string | null }

/** All that a tree lacks of what a file wants; `changes` in the order in which they can be done. */
export type Difference = {
  version: number
  settings: Partial<TreeSettings>
  changes: readonly Change[]
  missing: readonly Missing[]
}

export const isNone = ({ settings, changes }: Difference): boolean =>
  changes.length === 0 && Object.keys(settings).length === 0

export function differenceOf(snapshot: Snapshot, wanted: WantedTree): Difference {
  const keys = matched(snapshot, wanted)
  const keyOf = (id: string | null): string | null => (id === null ? null : (keys.get(id) ?? null))
  const reordered = wanted.isOrdered ? outOfOrder(snapshot, wanted, keyOf) : new Set<string>()
  const last = new Map<string | null, string>()
  const changes = wanted.topics.flatMap((wish) => {
    const [key, parent] = [keyOf(wish.id) ?? '', keyOf(wish.parent)]
    const change = changeOf(snapshot.get(key), {
      key,
      wish,
      parent,
      after: last.get(parent) ?? null,
      isReordered: reordered.has(key),
    })
    last.set(parent, key)
    return change
  })
  const missing = missingFrom(snapshot, wanted, new Set(keys.values()))
  return { version: snapshot.version, settings: settingsOf(snapshot, wanted), changes, missing }
}

type Placed = Pick<Change, 'key' | 'wish' | 'parent' | 'after' | 'isReordered'>

function changeOf(topic: Topic | null, placed: Placed): Change[] {
  const { wish, parent } = placed
  if (topic === null) return [{ ...placed, kind: 'new', renamed: null, moved: null, isReordered: false, details: [] }]
  const kind = isLive(topic) ? 'changed' : 'back'
  const renamed = topic.name === wish.name ? null : topic.name
  const moved = topic.parent === parent ? null : { from: topic.parent }
  const details = (Object.keys(wish.said) as (keyof Said)[]).filter((name) => !isSame(topic[name], wish.said[name]))
  const isAsWanted = kind === 'changed' && renamed === null && moved === null && details.length === 0
  return isAsWanted && !placed.isReordered ? [] : [{ ...placed, kind, renamed, moved, details }]
}

/** The names of an object's members have no order. */
function isSame(a: unknown, b: unknown): boolean {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted)
}

function settingsOf({ tree }: Snapshot, { tree: { key: _, ...said } }: WantedTree): Partial<TreeSettings> {
  return Object.fromEntries(
    Object.entries(said).filter(([name, value]) => !isSame(tree[name as keyof TreeSettings], value)),
  )
}

/** Of topics that came from elsewhere, or that people made, the file says nothing. */
function missingFrom(snapshot: Snapshot, { source, format }: WantedTree, there: ReadonlySet<string>): Missing[] {
  const isItsOwn = ({ ref }: Topic): boolean =>
    format === 'json' || (source === null ? ref === null : ref?.startsWith(source) === true)
  const gone = [...snapshot.below(null)].filter((topic) => !there.has(topic.key) && isItsOwn(topic))
  const keys = new Set(gone.map(({ key }) => key))
  return gone.map((topic) => ({
    topic,
    heir: snapshot.ancestorsOf(topic.key).findLast(({ key }) => !keys.has(key))?.key ?? null,
  }))
}

/** What is not in the file and stays may have a slug that the file gives to another. */
export function requireRoom(snapshot: Snapshot, { changes, missing }: Difference, deletesMissing: boolean): void {
  if (deletesMissing) return
  const staying = new Set(missing.map(({ topic }) => topic.key))
  for (const { key, parent, wish } of changes) {
    const slugs = [wish.said.slug, ...Object.values(wish.said.locales ?? {}).map((variant) => variant.slug)]
    for (const slug of slugs) {
      const holder = slug === undefined || slug === null ? null : snapshot.childBySlug(parent, slug)
      if (holder === null || holder.key === key || !staying.has(holder.key)) continue
      const where = `Line ${wish.line}: the slug ${slug} is that of “${holder.name}”, which is not in the file`
      throw new Problem(EXIT.usage, `${where}: give that another, or have it deleted (--delete-missing).`)
    }
  }
}
