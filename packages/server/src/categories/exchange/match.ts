import { keyFrom } from '../ids.ts'
import { isLive, type Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { type WantedTree, type Wish, wrongLine } from './wish.ts'

/**
 * Which topic of the tree each one of the file is: that with its ref, or else with its key, or else, for one that has
 * neither, that of its name in its place. By the names of the file; keys of those that are not there yet are made up.
 */
export function matched(snapshot: Snapshot, { topics }: WantedTree): Map<string, string> {
  const keys = new Map<string, string>()
  const owners = new Map<string, Wish>()
  const claim = (wish: Wish, key: string): void => {
    keys.set(wish.id, key)
    owners.set(key, wish)
  }
  for (const wish of topics) {
    const found = wish.ref === null ? null : snapshot.byRef(wish.ref)
    if (found !== null) claim(wish, found.key)
  }
  for (const wish of topics) {
    if (keys.has(wish.id)) continue
    const key = knownKey(snapshot, wish, owners) ?? keyAtPlace(snapshot, wish, { keys, owners })
    claim(wish, key ?? newKey(snapshot, wish, { keys, owners }))
  }
  return keys
}

type Claimed = { keys: ReadonlyMap<string, string>; owners: ReadonlyMap<string, Wish> }

function knownKey(snapshot: Snapshot, { key, line, name }: Wish, owners: Claimed['owners']): string | null {
  const owner = key === null ? undefined : owners.get(key)
  if (owner !== undefined)
    throw wrongLine(line, `“${name}” has the key of the topic that “${owner.name}” (line ${owner.line}) is by its ref.`)
  return key !== null && snapshot.get(key) !== null ? key : null
}

/** A parent stands before it in the list, so it has been found or given a key. */
function keyAtPlace(snapshot: Snapshot, wish: Wish, { keys, owners }: Claimed): string | null {
  if (wish.key !== null || wish.ref !== null) return null
  const parent = wish.parent === null ? null : (keys.get(wish.parent) ?? null)
  const isIt = ({ key, name }: Topic): boolean => name === wish.name && !owners.has(key)
  return snapshot.childrenOf(parent).find((topic) => isLive(topic) && isIt(topic))?.key ?? null
}

/** The same in each run, unless somebody has it who is another by now. */
function newKey({ tree, topics }: Snapshot, { key, ref, id }: Wish, { owners }: Claimed): string {
  if (key !== null) return key
  for (let attempt = 0; ; attempt++) {
    const made = keyFrom(tree._id, ref ?? id, ...(attempt === 0 ? [] : [String(attempt)]))
    if (!topics.has(made) && !owners.has(made)) return made
  }
}
