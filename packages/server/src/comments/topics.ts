import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'

/** What discussions have to know of the topics that they are in. `categories` knows it. */
export type TopicRules = {
  /** Whether somebody may see what is in a topic. */
  sees: (actor: Actor | null, org: string, topic: string) => Promise<boolean>
  /** The topic in which they start a discussion; refused where they may not. */
  startIn: (actor: Actor, topic: string) => Promise<string>
  /** The topic to which they move one; refused where there is none that they see. */
  fileIn: (actor: Actor, topic: string) => Promise<string>
  /**
   * Called before it is acknowledged that a discussion is no longer where it was, since this revision: no list shows it
   * there.
   */
  left: (discussion: string, rev: number) => Promise<void>
}

const none = (): Promise<never> => Promise.reject(new Refusal('topic-not-found', 'There is no topic of that id.'))

export const noTopics: TopicRules = { sees: async () => false, startIn: none, fileIn: none, left: async () => {} }
