import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import type { Change, Changes } from './changes.ts'
import { type Scene, scenesOf, type ShowingNeeds } from './showing.ts'

type Told = Extract<Change, { kind: 'told' }>

/** What a bell shows of a row without asking again; null where it is not known, or too much was told at once. */
type Shown = { title: string | null; url: string | null; excerpt: string | null }
export type ShownChange = Exclude<Change, Told> | (Told & Shown)
export type ShownChanges = Omit<Changes, 'changes'> & { changes: ShownChange[] }

const NOTHING: Shown = { title: null, url: null, excerpt: null }
const MOST_SHOWN = 50

const isTold = (change: Change): change is Told => change.kind === 'told'

/** The same changes with what the newest of those rows show now; what may not be seen any more is taken back. */
export async function shownTo(needs: ShowingNeeds, viewer: Actor, all: Changes): Promise<ShownChanges> {
  const newest = all.changes.filter(isTold).slice(-MOST_SHOWN)
  const scenes = await scenesUnlessAway(needs, viewer, newest)
  const shown = new Map(newest.map((change, at) => [change, scenes[at] ?? null] as const))
  const changes = all.changes.map((change): ShownChange => {
    if (!isTold(change)) return change
    const scene = shown.get(change)
    if (scene === undefined) return { ...change, ...NOTHING }
    return scene === null ? takenBack(change) : { ...change, ...shownOf(scene) }
  })
  return { ...all, changes }
}

/** Where the host cannot be asked who may see it, nothing of it is shown; that there is something, is told. */
async function scenesUnlessAway(needs: ShowingNeeds, viewer: Actor, told: readonly Told[]): Promise<(Scene | null)[]> {
  try {
    return await scenesOf(
      needs,
      viewer,
      told.map(({ row }) => row),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'host-unavailable') throw error
    return told.map(() => ({ discussion: null, post: null, url: null, excerpt: null }))
  }
}

const shownOf = ({ discussion, url, excerpt }: Scene): Shown => ({
  title: discussion?.title ?? null,
  url: discussion?.url ?? url,
  excerpt,
})

const takenBack = ({ position, row }: Told): ShownChange => ({
  kind: 'retracted',
  position,
  rows: [{ id: row.id, why: 'no-access', stays: false }],
})
