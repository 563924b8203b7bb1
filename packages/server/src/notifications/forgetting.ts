import type { People } from '../accounts/service.ts'
import type { PersonalPlace } from '../personal/service.ts'

export type ForgetErased = (org: string, people: readonly string[]) => Promise<void>

/** As many as one query can name. */
const AT_ONCE = 100

/**
 * Whoever writes something for a person looks afterwards whether they were erased meanwhile: erasing may have gone
 * through all places before that was there. Those who do so in one go look together, once all of them have written.
 */
export function forgettingErased(
  people: Pick<People, 'erasedAmong'>,
  places: () => readonly PersonalPlace[],
): ForgetErased {
  const waiting = new Map<string, { ids: Set<string>; forgotten: Promise<void> }>()

  async function forget(org: string, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += AT_ONCE)
      for (const id of await people.erasedAmong(org, ids.slice(at, at + AT_ONCE)))
        for (const place of places()) await place.erase({ org, id, seq: 0, late: true })
  }

  function begun(org: string): { ids: Set<string>; forgotten: Promise<void> } {
    const ids = new Set<string>()
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    process.nextTick(() => {
      waiting.delete(org)
      resolve()
    })
    const group = { ids, forgotten: asked.then(() => forget(org, [...ids])) }
    waiting.set(org, group)
    return group
  }

  return (org, all) => {
    const { ids, forgotten } = waiting.get(org) ?? begun(org)
    for (const id of all) ids.add(id)
    return forgotten
  }
}
