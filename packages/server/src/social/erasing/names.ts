import type { People } from '../../accounts/service.ts'

export type NameNeeds = { people: Pick<People, 'many'> }

const MOST_KEPT = 10_000

/** What others are called, for who reads of them in an archive; who was erased has no name. */
export function namerOf({ people }: NameNeeds, org: string): (id: string) => Promise<string> {
  const known = new Map<string, string>()
  return async (id) => {
    const name = known.get(id) ?? (await people.many(org, [id])).get(id)?.name ?? ''
    if (known.size < MOST_KEPT) known.set(id, name)
    return name
  }
}

/** An item of an archive. */
export type Item = Readonly<Record<string, unknown>>
