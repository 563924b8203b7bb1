import { listingsCheck } from '../../categories/listings/verify.ts'
import type { Damage, TreeCheck } from '../../categories/verify/damage.ts'
import { repairTree } from '../../categories/verify/repair.ts'
import { verifyTree } from '../../categories/verify/verify.ts'
import { realWorld } from '../../comments/world.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode } from '../../problem.ts'
import { showProgress } from '../progress.ts'
import { type Given, requireTree } from './given.ts'

type Verified = { tree: string; mended: readonly Damage[]; left: readonly Damage[] }

/** Of a very damaged tree the first are enough to see what it is. */
const MOST_SHOWN = 100

export async function topicsVerify(context: Context, given: Given, org: string): Promise<ExitCode> {
  const { tree, repair = false, json } = given
  const trees = tree === undefined ? await context.topics.trees.of(org) : [await requireTree(context, org, tree)]
  const onProgress = showProgress(process.stderr)
  const found: Verified[] = []
  for (const { _id, key } of trees) {
    onProgress({ task: 'Verifying trees', done: found.length, total: trees.length })
    found.push({ tree: key, ...(await (repair ? repaired(context, _id) : verified(context, _id))) })
  }
  onProgress({ task: 'Verifying trees', done: found.length, total: trees.length })
  process.stdout.write(json === true ? `${JSON.stringify(found)}\n` : found.map(asText).join('') || NONE)
  return found.every(({ left }) => left.length === 0) ? EXIT.ok : EXIT.damage
}

const NONE = 'There is no tree of topics.\n'

/** What follows from the trees: the lists of discussions in topics, and their numbers. */
const checksOf = ({ store, topics, comments }: Context): TreeCheck[] => [
  listingsCheck({ store, topics, refile: (discussion, refiling) => comments.refile(discussion, refiling) }),
]

async function verified(context: Context, tree: string): Promise<Omit<Verified, 'tree'>> {
  const left: Damage[] = []
  const needs = { store: context.store, checks: checksOf(context) }
  for await (const damage of verifyTree(needs, tree)) left.push(damage)
  return { mended: [], left }
}

const repaired = (context: Context, tree: string): Promise<Omit<Verified, 'tree'>> =>
  repairTree({ store: context.store, topics: context.topics, newId: realWorld.newId, checks: checksOf(context) }, tree)

function asText({ tree, mended, left }: Verified): string {
  const all = [...left, ...mended].slice(0, MOST_SHOWN)
  const lines = all.map((one) => `  ${one.document}: ${one.says}${mended.includes(one) ? ' (mended)' : ''}\n`)
  const count = left.length + mended.length
  const more = count > all.length ? `  … and ${count - all.length} more\n` : ''
  const verdict = count === 0 ? 'all is well' : `${count} problems, ${mended.length} mended`
  return `${lines.join('')}${more}${tree}: ${verdict}.\n`
}
