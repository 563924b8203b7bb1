import type { Collection } from '@palaver/store'
import { type Filing, filingOf } from './filing.ts'
import type { Discussion, Resource } from './model.ts'

/** What is told of a discussion where it is one of many. */
export type Card = {
  _id: string
  org: string
  resource: Resource
  title: string | null
  url: string | null
  topic: string | null
  tags: string[]
  created: string
  rev: number
  filing: Filing
}

const SAID = { org: 1, resource: 1, title: 1, url: 1, topic: 1, tags: 1, created: 1, rev: 1 } as const
const COUNTED = { activity: 1, comments: 1 } as const

/** Without the comments that it may hold. */
export async function cardOf(discussions: Collection<Discussion>, _id: string): Promise<Card | null> {
  const { docs } = await discussions.find({ where: { _id }, limit: 1, project: { ...SAID, ...COUNTED } })
  return docs[0] === undefined ? null : asCard(docs[0] as Discussion)
}

export function asCard(discussion: Discussion): Card {
  const { _id, org, resource, title, url, topic = null, tags = [], created, rev } = discussion
  return { _id, org, resource, title, url, topic, tags, created, rev, filing: filingOf(discussion) }
}

/** Whether any discussion names one of these topics. */
export async function areIn(discussions: Collection<Discussion>, topics: readonly string[]): Promise<boolean> {
  for (const topic of topics) if ((await discussions.count({ where: { topic }, atMost: 1 })) > 0) return true
  return false
}
