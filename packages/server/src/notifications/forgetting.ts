import type { People } from '../accounts/service.ts'
import type { PersonalPlace } from '../personal/service.ts'

export type ForgetErased = (org: string, people: readonly string[]) => Promise<void>

/**
 * Whoever writes something for a person looks afterwards whether they were erased meanwhile: erasing may have gone
 * through all places before that was there.
 */
export const forgettingErased =
  (people: Pick<People, 'erasedAmong'>, places: () => readonly PersonalPlace[]): ForgetErased =>
  async (org, ids) => {
    for (const id of await people.erasedAmong(org, [...new Set(ids)]))
      for (const place of places()) await place.erase({ org, id, seq: 0, late: true })
  }
