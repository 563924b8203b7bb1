import type { OnProgress } from '@palaver/store'
import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { EXIT, Problem } from '../../problem.ts'
import { Draft } from '../changes/draft.ts'
import { topicId, treeId } from '../ids.ts'
import { MOST_CHANGES } from '../model.ts'
import { treeIsBusy } from '../policy.ts'
import type { Topics } from '../service.ts'
import type { Plan } from '../tree/operate.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { applyChange, applyDeletion, type Applying } from './apply.ts'
import { type Change, type Difference, differenceOf, isNone, type Missing, requireRoom } from './difference.ts'
import type { WantedTree } from './wish.ts'

/** `holds`: whether there are discussions in a topic, by its id. */
export type ImportNeeds = {
  topics: Topics
  holds: (topic: string) => Promise<boolean>
  now: () => number
  newId: () => string
}

export type Importing = {
  actor: Actor
  /** The tree's key: it is there. */
  tree: string
  wanted: WantedTree
  deletesMissing: boolean
  onProgress?: OnProgress
  /** Asked between operations: the next run does what is left. */
  isStopped?: () => boolean
  /** So many changes in one operation: readers and writers of the tree wait for no longer than that takes. */
  atOnce?: number
}

export type Imported = { operations: number; isWhole: boolean; snapshot: Snapshot }

type Step = { key: string; change: Change } | { key: string; missing: Missing }

const AT_ONCE = 500
const MOST_ROUNDS = 20
const TASK = 'Importing topics'

/** Makes a tree what a file wants. It can end at any write: the next run finds out what is left and does that. */
export async function importTopics(needs: ImportNeeds, importing: Importing): Promise<Imported> {
  const { actor, tree, wanted, deletesMissing } = importing
  const id = treeId(actor.org, tree)
  let operations = 0
  let snapshot = await needs.topics.operator.settle(id)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const difference = differenceOf(snapshot, wanted)
    const steps = stepsOf(difference, deletesMissing)
    if (isNone(difference) && steps.length === 0) return { operations, isWhole: true, snapshot }
    await requirePossible(needs.holds, snapshot, { difference, deletesMissing })
    if (Object.keys(difference.settings).length > 0) await needs.topics.trees.change(actor, tree, difference.settings)
    const done = await doSteps(needs, importing, { steps, before: snapshot })
    operations += done.operations
    if (done.isStopped) return { operations, isWhole: false, snapshot: done.snapshot }
    snapshot = await needs.topics.operator.settle(id)
  }
  throw treeIsBusy()
}

/** Deletions come last, those below first: by then all that stays has gone elsewhere. */
function stepsOf({ changes, missing }: Difference, deletesMissing: boolean): Step[] {
  const deletions = deletesMissing ? missing.toReversed() : []
  return [
    ...changes.map((change) => ({ key: change.key, change })),
    ...deletions.map((one) => ({ key: one.topic.key, missing: one })),
  ]
}

/** Refused before the first write, not in the middle. */
export async function requirePossible(
  holds: ImportNeeds['holds'],
  snapshot: Snapshot,
  { difference, deletesMissing }: { difference: Difference; deletesMissing: boolean },
): Promise<void> {
  requireRoom(snapshot, difference, deletesMissing)
  for (const { topic, heir } of deletesMissing ? difference.missing : [])
    if (heir === null && (await holds(topicId(snapshot.tree._id, topic.key))))
      throw new Problem(
        EXIT.usage,
        `“${topic.name}” is not in the file, but there are discussions in it and nothing above it that could take them: move them first.`,
      )
}

type Done = { operations: number; isStopped: boolean; snapshot: Snapshot }

/** Ends early where somebody else changed the tree: then all is looked at again. */
async function doSteps(
  { topics, now, newId }: ImportNeeds,
  { actor, tree, onProgress = () => {}, isStopped = () => false, atOnce = AT_ONCE }: Importing,
  { steps, before }: { steps: readonly Step[]; before: Snapshot },
): Promise<Done> {
  let [done, operations, snapshot] = [0, 0, before]
  onProgress({ task: TASK, done, total: steps.length })
  while (done < steps.length) {
    if (isStopped()) return { operations, isStopped: true, snapshot }
    const applying = { at: new Date(now()).toISOString(), operation: newId() }
    const batch = new Batch(steps.slice(done), { ...applying, version: snapshot.version, atOnce })
    snapshot = await topics.run(actor, { tree: treeId(actor.org, tree), id: applying.operation, plan: batch.plan })
    if (batch.isLate) break
    operations++
    done += batch.size
    onProgress({ task: TASK, done, total: steps.length })
  }
  return { operations, isStopped: false, snapshot }
}

type ForBatch = Omit<Applying, 'isLeaving'> & { version: number; atOnce: number }

/** The next of the steps that are left, as one operation on the version that they were made for. */
class Batch {
  size: number
  isLate = false
  readonly #left: readonly Step[]
  readonly #given: ForBatch

  constructor(left: readonly Step[], given: ForBatch) {
    this.#left = left
    this.#given = given
    this.size = Math.min(given.atOnce, left.length)
  }

  plan: Plan = (snapshot) => {
    this.isLate = snapshot.version !== this.#given.version
    if (this.isLate) return null
    try {
      return this.#drafted(snapshot)
    } catch (error) {
      const isTooDeep = error instanceof Refusal && error.code === 'topic-too-deep'
      if (!isTooDeep || this.size === this.#left.length || this.#left.length > MOST_CHANGES) throw error
      // Topics may lie too deep until those above them have moved: in one step they never do.
      this.size = this.#left.length
      return this.#drafted(snapshot)
    }
  }

  #drafted(snapshot: Snapshot): ReturnType<Plan> {
    const draft = new Draft(snapshot)
    const leaving = new Set(this.#left.filter(isAbout).map(({ key }) => key))
    const applying = { ...this.#given, isLeaving: (key: string) => leaving.has(key) }
    for (const step of this.#left.slice(0, this.size)) {
      leaving.delete(step.key)
      if ('change' in step) applyChange(draft, step.change, applying)
      else applyDeletion(draft, step.missing, applying)
    }
    return draft.planned('imported')
  }
}

/** Whether a step takes a topic from its place, or its name from it. */
const isAbout = (step: Step): boolean =>
  'missing' in step ||
  (step.change.kind === 'changed' &&
    (step.change.renamed !== null || step.change.moved !== null || step.change.details.includes('slug')))
