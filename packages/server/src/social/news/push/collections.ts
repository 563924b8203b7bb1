import { defineCollection } from '@palaver/store'
import type { Feed, FeedEntry, Pulled, Walk } from './model.ts'

export const feeds = defineCollection<Feed>({
  name: 'feeds',
  indexes: [
    { name: 'byActivity', on: ['state', 'active'] },
    { name: 'withOld', on: ['hasOld'] },
  ],
})

export const feedEntries = defineCollection<FeedEntry>({
  name: 'feedEntries',
  shardKey: ['feed'],
  id: { from: ['feed', 'post'] },
  indexes: [
    { name: 'byTime', on: ['feed', '-posted', '-post'] },
    { name: 'byAuthor', on: ['feed', 'author', 'post'] },
  ],
})

export const walks = defineCollection<Walk>({
  name: 'followerWalks',
  expires: 'expires',
  indexes: [{ name: 'waiting', on: ['state', 'at'] }],
})

export const pulledAuthors = defineCollection<Pulled>({ name: 'pulledAuthors' })

export const pushCollectionsOfNews = [feeds, feedEntries, walks, pulledAuthors]
