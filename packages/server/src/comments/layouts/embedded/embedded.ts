import type { Change, Store } from '@palaver/store'
import { discussions as discussionsSpec } from '../../collections.ts'
import type { Comment, Discussion } from '../../model.ts'
import type { World } from '../../world.ts'
import { childrenIn, getIn, listIn } from '../in-memory.ts'
import type { Layout, Place } from '../layout.ts'
import { fill } from './fill.ts'
import { guardedWrite, type Needs, seenAt } from './guarded-write.ts'
import { adding, bringing, changing, dropping } from './steps.ts'
import { atHome, onTheWay, shapeOf } from './target.ts'

/** Inside the discussion document: small and hot, one read, every write guarded by the discussion itself. */
export function embeddedLayout(store: Store, world: Pick<World, 'sleep' | 'random'>): Layout {
  const needs: Needs = { discussions: store.collection(discussionsSpec), world }
  return {
    name: 'embedded',
    guardsEpoch: true,
    insert: (place, comment, events) => guardedWrite(needs, place, adding(atHome(place), comment, events)),
    change: (place, slug, decide) => guardedWrite(needs, place, changing(atHome(place), slug, decide)),
    get: async (place, slugs) => getIn(await commentsAt(needs, place), slugs),
    list: async (place, order, range) => listIn(await commentsAt(needs, place), order, range),
    children: async (place, parent, range) => childrenIn(await commentsAt(needs, place), parent, range),
    fill: (place, comments) => fill(needs, place, comments),
    put: (place, comment) => guardedWrite(needs, place, bringing(onTheWay(place), comment)),
    drop: async (place, slug) => void (await guardedWrite(needs, place, dropping(onTheWay(place), slug))),
    clear: (place) => clear(needs, place),
  }
}

async function commentsAt({ discussions }: Needs, place: Place): Promise<Comment[]> {
  const discussion = seenAt(place) ?? (await discussions.get(place.discussion))
  const embedded = discussion?.embedded[place.home]
  return embedded === undefined ? [] : shapeOf(place.order).all(embedded)
}

async function clear({ discussions }: Needs, { discussion, home }: Place): Promise<boolean> {
  const change: Change<Discussion> = { $unset: { [`embedded.${home}` as 'embedded.h']: '' } }
  await discussions.update({ _id: discussion }, change)
  return false
}
