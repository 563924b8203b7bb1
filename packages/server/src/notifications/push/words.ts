import type { Reason } from '../model.ts'

/** What is said around a text, in one language. */
type Words = {
  by: (name: string, reason: Reason) => string
  /** The same where who it was is not said. */
  nameless: Record<Reason, string>
  several: (count: number) => string
}

const english: Words = {
  by: (name, reason) => {
    if (reason === 'mention') return `${name} mentioned you`
    if (reason === 'reply') return `${name} replied to you`
    return reason === 'moderation' ? english.nameless.moderation : `${name} commented`
  },
  nameless: {
    mention: 'You were mentioned',
    reply: 'A reply to you',
    participating: 'A new comment',
    watching: 'A new comment',
    moderation: 'A comment to look at',
  },
  several: (count) => (count === 1 ? '1 new comment' : `${count} new comments`),
}

const german: Words = {
  by: (name, reason) => {
    if (reason === 'mention') return `${name} hat dich erwähnt`
    if (reason === 'reply') return `${name} hat dir geantwortet`
    return reason === 'moderation' ? german.nameless.moderation : `${name} hat kommentiert`
  },
  nameless: {
    mention: 'Du wurdest erwähnt',
    reply: 'Eine Antwort für dich',
    participating: 'Ein neuer Kommentar',
    watching: 'Ein neuer Kommentar',
    moderation: 'Ein Kommentar ist zu prüfen',
  },
  several: (count) => (count === 1 ? '1 neuer Kommentar' : `${count} neue Kommentare`),
}

const LANGUAGES = new Map<string, Words>([
  ['en', english],
  ['de', german],
])

/** English where there are no words of theirs. */
export const wordsIn = (language: string): Words =>
  LANGUAGES.get(language.split('-')[0]?.toLowerCase() ?? '') ?? english
