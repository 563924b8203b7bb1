import { affectedBy } from '../tree/affected.ts'
import { Snapshot } from '../tree/snapshot.ts'
import type { Damage, VerifyNeeds } from './damage.ts'
import { wrongFormers } from './formers.ts'
import { type Documents, readTree } from './read.ts'
import { wrongTopics } from './topics.ts'

/** All that is not as it must be in a tree, and in what follows from it. It writes nothing. */
export async function* verifyTree(
  { store, checks = [] }: Pick<VerifyNeeds, 'store' | 'checks'>,
  tree: string,
): AsyncGenerator<Damage> {
  yield* damagesIn(await readTree(store, tree))
  for (const check of checks) yield* check.verify(tree)
}

/** What the documents of the tree themselves tell. */
export function damagesIn(documents: Documents): Damage[] {
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
  return [
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
