import type { Comment, ConversationPlan, Discussion } from '@palaver/server'
import { even } from '../conversation.ts'
import { inFolder } from '../folder.ts'
import { fill, type Ground, groundIn, type Kind, openDiscussion } from '../ground.ts'
import { atMost, measurePair, type Row } from '../measure.ts'
import { mostComments } from '../most.ts'
import { copyToPages } from '../pages.ts'
import { say } from '../progress.ts'
import { type View, viewsOf } from './views.ts'

const SMALL = 100
const READS = 200
const KINDS: readonly Kind[] = [
  { layout: 'per-comment', order: 'chronological' },
  { layout: 'per-comment', order: 'threaded' },
  { layout: 'hybrid', order: 'chronological' },
  { layout: 'hybrid', order: 'threaded' },
]

type Measured = { name: string; ratio: number; largeMs: number; smallMs: number }

/** Each view of a large discussion beside the same view of a small one; the figure is that of the worst. */
export async function growth(): Promise<Row> {
  const most = mostComments()
  const measured = await inFolder(async (folder) => {
    const large = await sized(await groundIn(folder, 'large'), most)
    const small = await sized(await groundIn(folder, 'small'), SMALL)
    const all: Measured[] = []
    for (const [at, kind] of KINDS.entries()) {
      const views = [large, small].map(({ ground, discussions, sample }) =>
        viewsOf(ground, { discussion: discussions[at] as Discussion, kind, sample }),
      )
      all.push(...(await compare(views[0] ?? [], views[1] ?? [])))
    }
    await Promise.all([large.ground.store.close(), small.ground.store.close()])
    return all
  })
  say('')
  for (const { name, ratio, largeMs, smallMs } of measured)
    process.stderr.write(`  ${name}: ${ratio.toFixed(2)} (${micro(largeMs)}, ${micro(smallMs)})\n`)
  const worst = measured.toSorted((a, b) => b.ratio - a.ratio)[0]
  if (worst === undefined) throw new Error('Nothing was measured.')
  const { ratio, largeMs, smallMs } = worst
  return { name: 'growth', ratio, ...atMost(1.3, ratio), subject: micro(largeMs), floor: micro(smallMs) }
}

const micro = (ms: number): string => `${((1000 * ms) / READS).toFixed(0)} µs`

async function compare(large: readonly View[], small: readonly View[]): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [at, { name, read }] of large.entries()) {
    say(name)
    const other = small[at]?.read ?? read
    const { speed, floorMs, subjectMs } = await measurePair({
      floor: () => reads(other),
      subject: () => reads(read),
      rounds: 11,
    })
    measured.push({ name, ratio: 1 / speed, largeMs: subjectMs, smallMs: floorMs })
  }
  return measured
}

/** In CPU time, which is what a read takes of a machine that has nothing else to do. */
async function reads(read: View['read']): Promise<number> {
  const before = process.cpuUsage()
  for (let at = 0; at < READS; at++) await read(at)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

type Sized = { ground: Ground; discussions: Discussion[]; sample: Sample }

/** Comments from the beginning, the middle and the end, by which views are addressed. */
export type Sample = { first: Comment[]; middle: Comment[]; last: Comment[] }

async function sized(ground: Ground, count: number): Promise<Sized> {
  const sample: Sample = { first: [], middle: [], last: [] }
  const plan = { seed: 'growth', count, published: Date.UTC(2026, 0, 1), maxDepth: 10 }
  const source = await openDiscussion(ground, KINDS[0] as Kind)
  const comments = sampled(even(plan), { count, sample })
  const shown = count.toLocaleString('en')
  await fill(ground, { discussion: source, comments }, { onProgress: (done) => say(`writing ${done} of ${shown}`) })
  const discussions: Discussion[] = []
  for (const kind of KINDS) {
    say(`writing ${shown}: ${kind.layout}, ${kind.order}`)
    discussions.push(await made(kind, { ground, discussion: source }, plan))
  }
  return { ground, discussions, sample }
}

/** A small one is written by the layout itself. */
async function made(
  kind: Kind,
  from: { ground: Ground; discussion: Discussion },
  plan: ConversationPlan,
): Promise<Discussion> {
  const { ground } = from
  if (kind.layout !== 'hybrid') return { ...from.discussion, order: kind.order }
  const discussion = await openDiscussion(ground, kind)
  if (plan.count > SMALL) await copyToPages({ from, to: { ground, discussion } })
  else await fill(ground, { discussion, comments: even(plan) }, { atOnce: 1 })
  return discussion
}

/** A block of the even conversation each. */
const BLOCK = 100

function* sampled(all: Iterable<Comment>, { count, sample }: { count: number; sample: Sample }): Generator<Comment> {
  const middle = Math.floor(count / 2 / BLOCK) * BLOCK
  let number = 0
  for (const comment of all) {
    if (number < BLOCK) sample.first.push(comment)
    if (number >= middle && number < middle + BLOCK) sample.middle.push(comment)
    if (number >= count - BLOCK) sample.last.push(comment)
    number++
    yield comment
  }
}
