import type { OnProgress, Store } from '@palaver/store'
import * as all from '../collections.ts'
import { SOCIAL, socialHandler } from '../consumer.ts'
import type { Social } from '../service.ts'
import { followersStep, followsStep } from './edges.ts'
import { marksStep, membershipsStep } from './leftovers.ts'
import { type NumberNeeds, personNumbersStep, postNumbersStep } from './numbers.ts'
import type { Damage, Named, Step, Wrong } from './step.ts'
import { postsStep, wallsStep } from './walls.ts'

export type { Damage } from './step.ts'

type Needs = { store: Store; social: Pick<Social, 'needs' | 'walls'>; everybody: NumberNeeds['everybody'] }

export type Verifying = {
  /** Of this org alone; of all without it. */
  org?: string | undefined
  repair: boolean
  /** Where an earlier run was stopped; see `stoppedAt`. */
  from?: Stop | null
  isStopped?: () => boolean
  onProgress?: OnProgress
}

/** A step, and the last document that it has looked at. */
export type Stop = { step: string; after: string }
export type Verified = {
  looked: number
  /** The first of them. */
  mended: Damage[]
  mendedCount: number
  left: Damage[]
  leftCount: number
  stoppedAt: Stop | null
}

const MOST_LISTED = 1000

/** Numbers come last: they are counted from the lists that the first steps make right. */
const stepsOf = (needs: Needs, caughtUp: () => Promise<void>): Step[] => {
  const { store, social, everybody } = needs
  const { needs: kept, walls } = social
  const wallNeeds = { posts: kept.posts, wallRows: store.collection(all.walls), walls }
  const counting = { ...kept, walls, everybody, caughtUp, log: store.events }
  return [
    followsStep(kept),
    followersStep(kept),
    postsStep(wallNeeds),
    wallsStep(wallNeeds),
    marksStep(kept),
    membershipsStep(kept),
    personNumbersStep(counting),
    postNumbersStep(counting),
  ]
}

export const STEP_NAMES = [
  'follows',
  'followers',
  'posts',
  'walls',
  'marks',
  'memberships',
  'person-numbers',
  'post-numbers',
] as const

/**
 * Looks whether all that follows from what people do is as it must be, and mends it where that is wanted, while they go
 * on. What is right is not touched, so it can be done again, and from where it was stopped.
 */
export async function verifySocial(needs: Needs, verifying: Verifying): Promise<Verified> {
  const failures: unknown[] = []
  const onError = (error: unknown): void => void failures.push(error)
  const consumer = needs.store.consume(SOCIAL, socialHandler(needs.social.needs), { onError })
  const caughtUp = async (): Promise<void> => {
    await needs.store.events.settle()
    await consumer.drained()
  }
  try {
    await caughtUp()
    return await walk({ steps: stepsOf(needs, caughtUp), caughtUp, ...verifying })
  } finally {
    await consumer.stop()
  }
}

type Walking = Verifying & { steps: readonly Step[]; caughtUp: () => Promise<void> }

const BATCH = 100
/** The store counts no further at once. */
const COUNTED_AT_ONCE = 10_000

async function walk(walking: Walking): Promise<Verified> {
  const { isStopped = () => false, onProgress = () => {} } = walking
  const verified: Verified = { looked: 0, mended: [], mendedCount: 0, left: [], leftCount: 0, stoppedAt: null }
  const task = 'Verifying people and posts'
  const todo = todoOf(walking)
  let total = 0
  for (const { step } of todo) total += await sizeOf(step)
  for (const { step, after } of todo)
    for await (const batch of batchesOf(step, after)) {
      await lookAt(walking, step, { batch, verified })
      onProgress({ task, done: Math.min(verified.looked, total), total })
      const last = batch.at(-1)
      if (isStopped() && last !== undefined) return { ...verified, stoppedAt: { step: step.name, after: last._id } }
    }
  onProgress({ task, done: total, total })
  return verified
}

/** All steps, or those from where an earlier run was stopped. */
function todoOf({ steps, from = null }: Walking): { step: Step; after: string | undefined }[] {
  const first =
    from === null
      ? 0
      : Math.max(
          0,
          steps.findIndex(({ name }) => name === from.step),
        )
  const begun = from === null || from.after === '' ? undefined : from.after
  return steps.slice(first).map((step, at) => ({ step, after: at === 0 ? begun : undefined }))
}

async function sizeOf({ documents }: Step): Promise<number> {
  const few = await documents.count({ atMost: COUNTED_AT_ONCE })
  if (few < COUNTED_AT_ONCE) return few
  let size = 0
  for await (const { version } of documents.scan({ batch: 1000 })) size += Math.min(1, version)
  return size
}

async function* batchesOf({ documents }: Step, after: string | undefined): AsyncGenerator<Named[]> {
  let batch: Named[] = []
  for await (const { doc } of documents.scan(after === undefined ? { batch: BATCH } : { after, batch: BATCH })) {
    batch.push({ _id: doc._id, org: doc.org })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Looking = { batch: readonly Named[]; verified: Verified }

async function lookAt(
  { org: only, repair, caughtUp }: Walking,
  step: Step,
  { batch, verified }: Looking,
): Promise<void> {
  verified.looked += batch.length
  const wanted = batch.filter(({ org }) => only === undefined || org === only)
  for (const [org, some] of Map.groupBy(wanted, (one) => one.org)) {
    const look = (): Promise<Wrong[]> =>
      step.look(
        org,
        some.map(({ _id }) => _id),
      )
    if ((await look()).length === 0) continue
    // It may only have been under way: what still is so when all was followed is wrong.
    await caughtUp()
    const wrong = await look()
    if (repair) for (const { mend } of wrong) await mend()
    const left = repair && wrong.length > 0 ? await look() : wrong
    const still = new Set(left.map(({ document }) => document))
    note(verified, { left, mended: wrong.filter(({ document }) => repair && !still.has(document)) })
  }
}

function note(verified: Verified, { left, mended }: { left: readonly Wrong[]; mended: readonly Wrong[] }): void {
  verified.leftCount += left.length
  verified.mendedCount += mended.length
  verified.left.push(...left.slice(0, MOST_LISTED - verified.left.length).map(plain))
  verified.mended.push(...mended.slice(0, MOST_LISTED - verified.mended.length).map(plain))
}

const plain = ({ kind, document, says }: Wrong): Damage => ({ kind, document, says })
