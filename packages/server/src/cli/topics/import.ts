import { readFile } from 'node:fs/promises'
import type { Actor } from '../../api/actor.ts'
import { type Difference, differenceOf } from '../../categories/exchange/difference.ts'
import { countsOf, drawn } from '../../categories/exchange/draw.ts'
import { readTopics } from '../../categories/exchange/format.ts'
import { importTopics, requirePossible } from '../../categories/exchange/import.ts'
import type { Format, WantedTree } from '../../categories/exchange/wish.ts'
import { treeId } from '../../categories/ids.ts'
import { Snapshot } from '../../categories/tree/snapshot.ts'
import { treeKey } from '../../categories/routes/inputs.ts'
import { blankTree } from '../../categories/trees.ts'
import { realWorld } from '../../comments/world.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode, Problem, systemCode } from '../../problem.ts'
import { showProgress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import type { Given } from './given.ts'
import { type Outcome, outcomeText } from './outcome.ts'

const DEFAULT_TREE = 'main'

type Wanted = Given & { org: string; wanted: WantedTree }

/** The file, checked; what is wrong with it is told with its name and line. */
export async function readWanted(file: string, format: Format | undefined): Promise<WantedTree> {
  try {
    return readTopics(textOf(await readFile(file)), format ?? null)
  } catch (error) {
    const code = systemCode(error)
    if (error instanceof Problem) throw new Problem(error.exitCode, `${file}: ${error.message}`, { cause: error })
    if (code === 'ENOENT') throw new Problem(EXIT.usage, `There is no file ${file}.`, { cause: error })
    if (code !== '') throw new Problem(EXIT.usage, `${file} cannot be read (${code}).`, { cause: error })
    throw error
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new Problem(EXIT.usage, 'it is not in UTF-8: save it so.', { cause: error })
  }
}

export async function topicsImport(context: Context, given: Wanted): Promise<ExitCode> {
  const { org, wanted, deleteMissing: deletesMissing = false, dryRun: isDryRun = false, json } = given
  for (const note of wanted.notes) process.stderr.write(`${given.file}: ${note}\n`)
  const tree = given.tree ?? wanted.tree.key ?? DEFAULT_TREE
  if (!treeKey.safeParse(tree).success)
    throw new Problem(EXIT.usage, `A tree cannot be called “${tree}”: its key has small letters, digits and dashes.`)
  const before = await found(context, { org, tree, wanted })
  const difference = differenceOf(before, wanted)
  await requirePossible((topic) => context.topics.holds(topic), before, { difference, deletesMissing })
  const began = performance.now()
  const done = isDryRun ? NOTHING_DONE : await run(context, { org, tree, wanted, deletesMissing })
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  const about = { org, tree, format: wanted.format, isDryRun, deletesMissing }
  const outcome: Outcome = { ...about, ...countsOf(difference), ...done, seconds }
  const picture = isDryRun ? drawn(before, difference, deletesMissing) : ''
  const told = isDryRun ? { ...outcome, ...listed(difference) } : outcome
  process.stdout.write(json === true ? `${JSON.stringify(told)}\n` : `${picture}${outcomeText(outcome)}`)
  return done.isWhole ? EXIT.ok : EXIT.failure
}

const NOTHING_DONE = { operations: 0, isWhole: true }

type Place = { org: string; tree: string; wanted: WantedTree }

/** The tree as it is; one that is not there yet is empty. */
async function found({ topics, now }: Context, { org, tree: key, wanted }: Place): Promise<Snapshot> {
  const tree = await topics.trees.get(treeId(org, key))
  if (tree !== null) return topics.snapshots.at(tree)
  const { name = key, ...settings } = wanted.tree
  return Snapshot.empty(blankTree({ ...settings, org, key, name, created: new Date(now()).toISOString() }))
}

async function run(
  { topics, now }: Context,
  { org, tree, wanted, deletesMissing }: Place & { deletesMissing: boolean },
): Promise<Pick<Outcome, 'operations' | 'isWhole'>> {
  const actor: Actor = { org, id: 'operator', name: 'Operator', role: 'admin', kind: 'server' }
  let isStopped = false
  void stopSignal().then(() => (isStopped = true))
  if ((await topics.trees.get(treeId(org, tree))) === null) {
    const { name = tree, ...settings } = wanted.tree
    await topics.trees.create(actor, { ...settings, key: tree, name })
  }
  const needs = { topics, holds: (topic: string) => topics.holds(topic), now, newId: realWorld.newId }
  const onProgress = showProgress(process.stderr)
  const importing = { actor, tree, wanted, deletesMissing, onProgress, isStopped: () => isStopped }
  const { operations, isWhole } = await importTopics(needs, importing)
  return { operations, isWhole }
}

/** For a program: every change, not only the first of them. */
function listed({ changes, missing }: Difference): object {
  return {
    changes: changes.map(({ wish, after: _, ...change }) => ({ ...change, name: wish.name, line: wish.line })),
    gone: missing.map(({ topic: { key, name }, heir }) => ({ key, name, heir })),
  }
}
