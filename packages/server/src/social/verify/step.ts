import type { Collection } from '@palaver/store'

/** What is not as it must be: of which kind, in which document, in words. */
export type Damage = { kind: string; document: string; says: string }

/** The same, with what makes it right. It may be done twice, and does nothing where it has become right meanwhile. */
export type Wrong = Damage & { mend: () => Promise<unknown> }

export type Named = { _id: string; org: string }

/** Documents of one collection, looked at some at a time: as they are when that is asked, all of one org. */
export type Step = {
  name: string
  documents: Pick<Collection<Named>, 'scan' | 'count'>
  look: (org: string, ids: readonly string[]) => Promise<Wrong[]>
}

/** For steps: each has documents of its own kind, of which a scan needs the names alone. */
export const named = <T extends Named>(documents: Pick<Collection<T>, 'scan' | 'count'>): Step['documents'] =>
  documents as unknown as Step['documents']

const AT_ONCE = 100

/** Documents by their ids. */
export async function byIds<T extends { _id: string }>(
  collection: Pick<Collection<T>, 'find'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>()
  const wanted = [...new Set(ids)]
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE)
    const untyped = collection as unknown as Pick<Collection<Named>, 'find'>
    const { docs } = await untyped.find({ where: { _id: { $in: some } }, limit: some.length, next: false })
    for (const doc of docs as unknown as T[]) found.set(doc._id, doc)
  }
  return found
}
