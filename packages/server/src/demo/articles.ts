import type { Line } from './talks/line.ts'
import { BRIDGE } from './talks/bridge.ts'
import { MEETINGS } from './talks/meetings.ts'
import { NIGHT_BUS } from './talks/night-bus.ts'
import { SOUP } from './talks/soup.ts'
import { TELEPHONE } from './talks/telephone.ts'

/** How the discussion of an article is set up. */
type Setting = { order?: 'chronological' | 'threaded'; maxDepth?: number }

/** What is done once it is filled. */
type Finish = 'closed' | 'pre-moderated'

export type Article = {
  id: string
  kicker: string
  title: string
  standfirst: string
  author: string
  minutes: number
  /** How long ago it came out when the demo was first started. */
  daysAgo: number
  /** The kind of discussion, in a word or two, and what there is to try. */
  kind: string
  shows: string
  /** Attributes of its `<palaver-thread>` besides the resource. */
  attributes: Readonly<Record<string, string>>
  settings: Setting
  /** The topic it is filed in, by the demo's own name. */
  topic: string
  tags: readonly string[]
  talk: readonly Line[]
  finish?: Finish
  /** Filled by a crowd, in the background. */
  isCrowded?: true
}

/** The first is the lead of the front page. */
export const ARTICLES: readonly Article[] = [
  {
    id: 'village-telephone',
    kicker: 'Letters from small places',
    title: 'The last telephone box in the village',
    standfirst: 'It has not connected a call in eleven years. Nobody wants it gone, and nobody can say what it is for.',
    author: 'Wren Halloran',
    minutes: 4,
    daysAgo: 2,
    kind: 'Threaded',
    shows: 'Replies stand below what they answer, as deep as people like.',
    attributes: { order: 'best' },
    settings: {},
    topic: 'telephone-boxes',
    tags: ['villages', 'telephones'],
    talk: TELEPHONE,
  },
  {
    id: 'library-all-night',
    kicker: 'The big question',
    title: 'Should the library stay open all night?',
    standfirst: 'The council asked its readers. It had planned an evening for the answers.',
    author: 'Tomás Ferreira',
    minutes: 3,
    daysAgo: 60,
    kind: 'Huge',
    shows: 'Thousands of people have answered. It opens as fast as the others.',
    attributes: {},
    settings: {},
    topic: 'libraries',
    tags: ['libraries', 'opening-hours'],
    talk: [],
    isCrowded: true,
  },
  {
    id: 'night-bus',
    kicker: 'After dark',
    title: 'What the night bus knows',
    standfirst: 'Eleven stops, forty minutes, and the same nine passengers who have never said a word.',
    author: 'Bo Adeyemi',
    minutes: 3,
    daysAgo: 3,
    kind: 'Flat',
    shows: 'One comment after the other, in the order they came.',
    attributes: { view: 'flat', order: 'oldest' },
    settings: { order: 'chronological', maxDepth: 0 },
    topic: 'night-buses',
    tags: ['buses', 'strangers'],
    talk: NIGHT_BUS,
  },
  {
    id: 'one-meeting-less',
    kicker: 'Work',
    title: 'I asked everyone to cancel one meeting',
    standfirst: 'Nineteen people, one rule, no exceptions. Here is what went missing, and what did not.',
    author: 'Ilse Brandt',
    minutes: 2,
    daysAgo: 1,
    kind: 'One level',
    shows: 'Comments and answers, and no deeper, as business networks do it.',
    attributes: { order: 'newest' },
    settings: { maxDepth: 1 },
    topic: 'meetings',
    tags: ['meetings', 'experiments'],
    talk: MEETINGS,
  },
  {
    id: 'soup-for-forty',
    kicker: 'Readers’ kitchen',
    title: 'Soup for forty',
    standfirst: 'Send us what you cook when the whole street comes. We taste before we print.',
    author: 'The kitchen desk',
    minutes: 2,
    daysAgo: 4,
    kind: 'Looked at first',
    shows: 'A moderator sees every comment before others do. Be Mara to approve them.',
    attributes: {},
    settings: {},
    topic: 'feeding-forty',
    tags: ['soups', 'recipes'],
    talk: SOUP,
    finish: 'pre-moderated',
  },
  {
    id: 'field-guide-to-benches',
    kicker: 'Field guide',
    title: 'A field guide to benches',
    standfirst: 'Five species, how to tell them apart, and where to sit when it rains.',
    author: 'Priya Raman',
    minutes: 3,
    daysAgo: 0,
    kind: 'Empty',
    shows: 'Nobody has said anything yet.',
    attributes: {},
    settings: {},
    topic: 'benches',
    tags: ['benches', 'rain'],
    talk: [],
  },
  {
    id: 'the-old-bridge',
    kicker: 'Looking back',
    title: 'The vote on the old bridge',
    standfirst: 'A year ago the town decided by eleven votes. We went back to ask whether it still would.',
    author: 'Tomás Ferreira',
    minutes: 3,
    daysAgo: 40,
    kind: 'Closed',
    shows: 'All can be read, and nothing can be added.',
    attributes: {},
    settings: {},
    topic: 'votes',
    tags: ['bridges', 'one-year-on'],
    talk: BRIDGE,
    finish: 'closed',
  },
]

export const resourceOf = ({ id }: Pick<Article, 'id'>): { type: string; id: string } => ({ type: 'article', id })

export const pathOf = ({ id }: Pick<Article, 'id'>): string => `/articles/${id}`
