import { affectedBy } from '../tree/affected.ts'
import { Snapshot } from '../tree/snapshot.ts'
import type { Damage, VerifyNeeds } from './damage.ts'
import { wrongFormers } from './formers.ts'
import { type Documents, readTree } from './read.ts'
import { isReadable, readable, unfitIn } from './shape.ts'
import { wrongTopics } from './topics.ts'

/** All that is not as it must be in a tree, and in what follows from it. It writes nothing. */
export async function* verifyTree(
  { store, checks = [] }: Pick<VerifyNeeds, 'store' | 'checks'>,
  tree: string,
): AsyncGenerator<Damage> {
  const damages = damagesIn(await readTree(store, tree))
  yield* damages
  // What follows from a tree cannot be looked at before the tree can be read.
  if (damages.some(({ kind }) => kind === 'unfit' || kind === 'unreadable')) return
  for (const check of checks) yield* check.verify(tree)
}

/** What the documents of the tree themselves tell. */
export function damagesIn(stored: Documents): Damage[] {
  const documents = readable(stored)
  const { tree, topics } = documents
  const { pending } = tree
  const newest = pending?.version ?? tree.version
  const damage = (kind: string, document: string, says: string): Damage => ({ kind, tree: tree._id, document, says })
  const unfinished =
    pending === null
      ? []
      : [damage('unfinished', tree._id, `the operation ${pending.id} (${pending.kind}) is not done`)]
  const versions = topics
    .filter(({ version }) => !isVersion(version, newest))
    .map(({ _id, version }) => damage('version', _id, `its version is ${version}, and the tree is at ${newest}`))
  const wrong = wrongTopics(snapshotOf(documents))
  const unfit = stored.topics.flatMap((topic): Damage[] => {
    const names = Object.keys(unfitIn(topic))
    return names.length === 0 ? [] : [damage('unfit', topic._id, `${names.join(', ')} of it cannot be so`)]
  })
  const unreadable = isReadable(stored.tree)
    ? []
    : [damage('unreadable', tree._id, 'the operation that is under way cannot be read')]
  return [
    ...unfit,
    ...unreadable,
    ...unfinished,
    ...versions,
    ...wrong.map(({ kind, topic, says }) => damage(kind, topic._id, says)),
    ...wrongFormers(documents).map(({ former, says }) => damage('former', former._id, says)),
  ]
}

export const isVersion = (version: unknown, newest: number): boolean =>
  Number.isSafeInteger(version) && Number(version) >= 1 && Number(version) <= newest

/** As a reader sees it: what is under way counts as done. */
function snapshotOf({ tree, topics, formers }: Documents): Snapshot {
  const stored = Snapshot.empty(tree).with({ tree, version: tree.version, topics, formers })
  const { pending } = tree
  if (pending === null) return stored
  return stored.with({ tree, version: pending.version, topics: affectedBy(stored, pending), formers: [] })
}
