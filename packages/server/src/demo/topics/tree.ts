import type { Topics } from '../../categories/service.ts'
import { ORG } from '../people.ts'
import { DESK, HOROSCOPES, MODERATORS, READERS_ROOM } from './house.ts'
import { KITCHEN, TOWN, WORK } from './inside.ts'
import { AFTER_DARK, FIELD_GUIDES, SMALL_PLACES } from './outside.ts'
import type { SampleTopic } from './sample.ts'

/** The magazine's tree, by the name under which its org knows it. */
export const TREE = 'magazine'

export const SAMPLE_TOPICS: readonly SampleTopic[] = [
  SMALL_PLACES,
  AFTER_DARK,
  KITCHEN,
  WORK,
  TOWN,
  FIELD_GUIDES,
  DESK,
  READERS_ROOM,
  MODERATORS,
  HOROSCOPES,
]

/** What the demo calls it stays the same, whatever visitors do to it. */
export const refOf = (id: string): string => `demo:${id}`

/** The id of a topic that the demo made. */
export const sampleTopic = async (topics: Topics, id: string): Promise<string | null> =>
  (await topics.tree(ORG, TREE)).byRef(refOf(id))?._id ?? null

export const topicPage = (path: string): string => `/topics/${path.split('/').map(encodeURIComponent).join('/')}`
