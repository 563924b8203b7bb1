import type { PersonalPlace } from '../../../personal/service.ts'
import { dropFeed } from './entries.ts'
import type { PushNeeds } from './needs.ts'

/** What is kept of somebody's news: only where these are found, so there is nothing to hand out. */
export const newsPlace = ({ feeds, entries, pulledAuthors }: PushNeeds): PersonalPlace => ({
  name: 'news',
  erase: async ({ id }) => {
    const feed = await feeds.get(id)
    for (const build of feed === null ? [] : [feed.build, ...feed.old]) await dropFeed({ entries }, `${id}.${build}`)
    await feeds.remove({ _id: id })
    await pulledAuthors.remove({ _id: id })
  },
})
