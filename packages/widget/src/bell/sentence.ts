import type { Words } from '../i18n/words.ts'
import { hashOf } from '../thread/permalink.ts'
import type { Entry } from './state.ts'

/** Who did what, as one sentence for all that an entry stands for. */
export function sentenceOf(words: Words, entry: Pick<Entry, 'reason' | 'actors' | 'people' | 'count'>): string {
  const { reason, actors, people, count } = entry
  if (reason === 'moderation')
    return count > 1 ? words.count('bell.moderationGroup', count) : words.say('bell.moderation')
  const name = actors[0]?.name ?? words.say('comment.anonymous')
  const others = Math.max(people, actors.length) - 1
  return others > 0 ? words.count(`bell.${reason}Group`, others, { name }) : words.say(`bell.${reason}`, { name })
}

/** Where it is on the site's own page; null where nobody said where that is. */
export function linkOf({ discussion, slug, url }: Pick<Entry, 'discussion' | 'slug' | 'url'>): string | null {
  const page = discussion?.url ?? url
  if (page === null || !URL.canParse(page)) return null
  const link = new URL(page)
  if (link.protocol !== 'https:' && link.protocol !== 'http:') return null
  if (slug !== null) link.hash = hashOf(slug)
  return link.href
}
