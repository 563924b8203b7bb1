import type { Actor } from '../../api/actor.ts'
import type { Post } from '../model.ts'
import type { Social } from '../service.ts'
import { followees } from './pull.ts'

/** A post as far as news are concerned. `isCircled`: who sees it changes without an event. */
type Item = { id: string; author: string; of: string | null; isCircled: boolean }

const itemOf = ({ _id: id, author, of, audience: { to } }: Post): Item => ({
  id,
  author,
  of,
  isCircled: to === 'circles' || to === 'chosen',
})

/** What is asked on behalf of those who listen to their news. */
export const newsFor = (social: Pick<Social, 'inNews' | 'newestNews' | 'needs'>) => ({
  inNews: async (whose: Actor, ids: readonly string[]): Promise<Item[]> =>
    (await social.inNews(whose, ids)).map(itemOf),
  newest: async (whose: Actor, limit: number): Promise<Item[]> => (await social.newestNews(whose, limit)).map(itemOf),
  followees: ({ id }: Actor): Promise<string[]> => followees(social.needs, id),
})
