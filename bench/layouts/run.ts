import type { Comment, Discussion } from '@palaver/server'
import Database from 'better-sqlite3'
import { lively } from '../conversation.ts'
import { inFolder } from '../folder.ts'
import { fill, type Ground, groundIn, type Kind, openDiscussion } from '../ground.ts'
import { copyToPages } from '../pages.ts'
import { say } from '../progress.ts'
import { type Figures, measureAppend, measureReads } from './measures.ts'

/** Posted after it has its size, to see what that takes. */
const NEXT = 30
const SAMPLE = 100
/** Up to here every layout writes comment by comment; beyond, hybrid pages are made as a whole. */
const BY_ITSELF = 1_000

export type Run = { kind: Kind; count: number; figures: Figures }

/** All layouts with one conversation of this size; `per-comment` must be among them. */
export async function runSize(kinds: readonly Kind[], count: number): Promise<Run[]> {
  return inFolder(async (folder) => {
    const taken: Taken = { middle: [], next: [] }
    const source = await sized(folder, { layout: 'per-comment', order: 'threaded' })
    await fill(source.ground, { discussion: source.discussion, comments: taking(count, taken) }, progress(count))
    const runs: Run[] = []
    // The source last: the others are made of it.
    for (const kind of kinds.toSorted(
      (a, b) => Number(a.layout === 'per-comment') - Number(b.layout === 'per-comment'),
    )) {
      say(`${count.toLocaleString('en')} comments: ${kind.layout}, ${kind.order}`)
      const target = kind.layout === 'per-comment' ? source : await sized(folder, kind)
      if (target !== source) await fillFrom(source, target, count)
      runs.push({ kind, count, figures: await measure(target, taken, count) })
    }
    return kinds.flatMap((kind) => runs.filter((run) => run.kind === kind))
  })
}

type At = { ground: Ground; discussion: Discussion; empty: number }
type Taken = { middle: Comment[]; next: Comment[] }

const progress = (count: number): { onProgress: (done: number) => void } => ({
  onProgress: (done) => say(`writing ${done.toLocaleString('en')} of ${count.toLocaleString('en')} comments`),
})

async function sized(folder: string, kind: Kind): Promise<At> {
  const ground = await groundIn(folder, `${kind.layout}-${kind.order}`)
  return { ground, discussion: await openDiscussion(ground, kind), empty: bytesOf(ground.file) }
}

const planOf = (count: number) => ({
  seed: 'layouts',
  count: count + NEXT,
  published: Date.UTC(2026, 0, 1),
  maxDepth: 10,
})

/** All but the last few, which come later; some of them are kept for looking things up. */
function* taking(count: number, taken: Taken): Generator<Comment> {
  const middle = Math.max(0, Math.floor(count / 2) - SAMPLE / 2)
  let number = 0
  for (const comment of lively(planOf(count))) {
    if (number >= middle && number < middle + SAMPLE) taken.middle.push(comment)
    if (number >= count) taken.next.push(comment)
    else yield comment
    number++
  }
}

async function fillFrom(from: At, to: At, count: number): Promise<void> {
  if (to.discussion.layout === 'hybrid' && count > BY_ITSELF) return copyToPages({ from, to })
  const comments = taking(count, { middle: [], next: [] })
  await fill(to.ground, { discussion: to.discussion, comments }, { atOnce: 1, ...progress(count) })
}

async function measure({ ground, discussion, empty }: At, taken: Taken, count: number): Promise<Figures> {
  const bytes = (bytesOf(ground.file) - empty) / count
  const subject = { ground, discussion, ...taken }
  const reads = await measureReads(subject)
  const append = await measureAppend(subject)
  await ground.store.close()
  return { append, ...reads, bytes }
}

function bytesOf(file: string): number {
  const database = new Database(file, { readonly: true })
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  )
  database.close()
  return ((pages ?? 0) - (free ?? 0)) * (size ?? 0)
}
