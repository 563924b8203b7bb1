import type { Collection } from '@palaver/store'
import type { People } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { plainWord } from '../../api/plain-word.ts'
import { Refusal } from '../../api/refusal.ts'
import type { MutedWords as Kept, Post } from '../model.ts'
import type { World } from '../world.ts'
import { matcherOf } from './word-matcher.ts'

export type MutedWord = { word: string; until: string | null }
export type WordNeeds = {
  mutedWords: Collection<Kept>
  people: Pick<People, 'isErased'>
  world: Pick<World, 'now'>
}
type Whose = Pick<Actor, 'org' | 'id'>

const MOST_WORDS = 200
const LONGEST_WORD = 100

/** Words that somebody does not want to read of. Nobody else ever learns of them: they tell no events. */
export class MutedWords {
  readonly #needs: WordNeeds

  constructor(needs: WordNeeds) {
    this.#needs = needs
  }

  /** Those that are muted at this moment. */
  async get({ org, id }: Whose): Promise<MutedWord[]> {
    const kept = await this.#needs.mutedWords.get(id)
    const now = this.#needs.world.now()
    if (kept === null || kept.org !== org) return []
    return kept.words.filter(({ until }) => until === null || Date.parse(until) > now)
  }

  /** All of them anew. What is the same but for case and accents is there once, and what is over is not. */
  async set(actor: Actor, words: readonly MutedWord[]): Promise<MutedWord[]> {
    const { org, id, kind } = actor
    if (kind !== 'person') throw new Refusal('forbidden', 'Only people can mute words: sign in.')
    const kept = this.#checked(words)
    await this.#needs.mutedWords.update({ _id: id }, { $set: { org, words: kept } }, { upsert: true })
    // Who was erased meanwhile has nothing here: either they are seen to be, or what erases them sees this.
    if (await this.#needs.people.isErased(actor)) await this.#needs.mutedWords.remove({ _id: id })
    return kept
  }

  /** Whether a text has one of somebody's words, as these are at this moment. */
  async matcherFor(whose: Whose): Promise<(text: string) => boolean> {
    return matcherOf((await this.get(whose)).map(({ word }) => word))
  }

  /** The same for posts with what they quote or pass on. Most people have muted nothing: then no post is looked into. */
  async postMatcherFor(whose: Whose): Promise<(...posts: (Post | null)[]) => boolean> {
    const words = await this.get(whose)
    if (words.length === 0) return () => false
    const matches = matcherOf(words.map(({ word }) => word))
    return (...posts) => matches(wordsIn(posts))
  }

  #checked(words: readonly MutedWord[]): MutedWord[] {
    const now = this.#needs.world.now()
    if (words.length > MOST_WORDS) throw wrong('words', `must be at most ${MOST_WORDS} words`)
    const checked = words.map(checkedWord).filter(({ until }) => until === null || Date.parse(until) > now)
    return [...new Map(checked.map((one) => [plainWord(one.word), one])).values()]
  }
}

function checkedWord({ word, until }: MutedWord, at: number): MutedWord {
  const trimmed = word.trim()
  if (plainWord(trimmed) === '' || trimmed.length > LONGEST_WORD || !trimmed.isWellFormed())
    throw wrong(`words.${at}.word`, `must be a word or phrase of at most ${LONGEST_WORD} characters`)
  if (until !== null && Number.isNaN(Date.parse(until))) throw wrong(`words.${at}.until`, 'must be a moment, or null')
  return { word: trimmed, until: until === null ? null : new Date(until).toISOString() }
}

/** All that is said in posts. */
const wordsIn = (posts: readonly (Post | null)[]): string =>
  posts
    .flatMap((post) =>
      post === null ? [] : [post.text, ...(post.poll?.choices ?? []), post.link ?? '', post.place?.name ?? ''],
    )
    .join('\n')

const wrong = (path: string, message: string): Refusal =>
  new Refusal('invalid', `${path} ${message}.`, [{ path, message }])
