import type { Reason } from '../model.ts'

/** What is said around a text, in one language. */
type Words = {
  by: (name: string, reason: Reason) => string
  /** The same where who it was is not said. */
  nameless: Record<Reason, string>
  several: (count: number) => string
  /** The same where not all of it are comments. */
  news: (count: number) => string
}

/** Who did it comes first; what moderators are told says nobody's name. */
const spoken =
  ({ did, nameless }: { did: Record<Exclude<Reason, 'moderation'>, string>; nameless: Words['nameless'] }) =>
  (name: string, reason: Reason): string =>
    reason === 'moderation' ? nameless.moderation : `${name} ${did[reason]}`

const englishNameless: Words['nameless'] = {
  mention: 'You were mentioned',
  reply: 'A reply to you',
  participating: 'A new comment',
  watching: 'A new comment',
  moderation: 'A comment to look at',
  wall: 'A new post on your wall',
  quote: 'Your post was quoted',
  request: 'Somebody asks to follow you',
  accepted: 'You may follow somebody now',
  follow: 'You have a new follower',
  repost: 'Your post was passed on',
  reaction: 'A reaction to your post',
}

const english: Words = {
  by: spoken({
    nameless: englishNameless,
    did: {
      mention: 'mentioned you',
      reply: 'replied to you',
      participating: 'commented',
      watching: 'commented',
      wall: 'wrote on your wall',
      quote: 'quoted your post',
      request: 'asks to follow you',
      accepted: 'lets you follow them',
      follow: 'follows you',
      repost: 'passed your post on',
      reaction: 'reacted to your post',
    },
  }),
  nameless: englishNameless,
  several: (count) => (count === 1 ? '1 new comment' : `${count} new comments`),
  news: (count) => (count === 1 ? '1 new notification' : `${count} new notifications`),
}

const germanNameless: Words['nameless'] = {
  mention: 'Du wurdest erwähnt',
  reply: 'Eine Antwort für dich',
  participating: 'Ein neuer Kommentar',
  watching: 'Ein neuer Kommentar',
  moderation: 'Ein Kommentar ist zu prüfen',
  wall: 'Ein neuer Beitrag auf deiner Pinnwand',
  quote: 'Dein Beitrag wurde zitiert',
  request: 'Jemand möchte dir folgen',
  accepted: 'Du darfst jemandem folgen',
  follow: 'Dir folgt jemand Neues',
  repost: 'Dein Beitrag wurde geteilt',
  reaction: 'Eine Reaktion auf deinen Beitrag',
}

const german: Words = {
  by: spoken({
    nameless: germanNameless,
    did: {
      mention: 'hat dich erwähnt',
      reply: 'hat dir geantwortet',
      participating: 'hat kommentiert',
      watching: 'hat kommentiert',
      wall: 'hat auf deine Pinnwand geschrieben',
      quote: 'hat deinen Beitrag zitiert',
      request: 'möchte dir folgen',
      accepted: 'lässt dich folgen',
      follow: 'folgt dir',
      repost: 'hat deinen Beitrag geteilt',
      reaction: 'hat auf deinen Beitrag reagiert',
    },
  }),
  nameless: germanNameless,
  several: (count) => (count === 1 ? '1 neuer Kommentar' : `${count} neue Kommentare`),
  news: (count) => (count === 1 ? '1 neue Benachrichtigung' : `${count} neue Benachrichtigungen`),
}

const LANGUAGES = new Map<string, Words>([
  ['en', english],
  ['de', german],
])

/** English where there are no words of theirs. */
export const wordsIn = (language: string): Words =>
  LANGUAGES.get(language.split('-')[0]?.toLowerCase() ?? '') ?? english
