import { Conflict, Duplicate } from '@palaver/store'
import type { Item, Telling, Window } from '../model.ts'
import { instantOf, type Place, type WindowNeeds } from './needs.ts'
import { nameless, tellingOf } from './telling.ts'

/** So many items are kept one by one; more are only counted. */
const MOST_ITEMS = 200
const MOST_COUNTED = 100
const MOST_WINDOWS = 100
/** Of a person's open windows: there are hardly ever more than two. */
const LOOK_AT = 20

/**
 * Puts an item into the window it belongs to, once, however often it is asked to. The telling names the window before
 * the item is there: who comes again looks there first, and only where that has closed without it, for another one.
 */
export async function addItem(needs: WindowNeeds, item: Item, place: Place): Promise<void> {
  let telling = await named(needs, item, place)
  for (let turn = 1; telling.state === 'waiting' && telling.isCounted !== true; turn++) {
    if (turn > MOST_WINDOWS) throw new Conflict(`There is no open window for ${telling._id}: try again.`)
    if (telling.window !== null) {
      const put = await putInto(needs, telling.window, { item, place })
      if (put === 'in') return
      if (put === 'counted') return noteCounted(needs, telling)
    }
    telling = await renamed(needs, telling, await windowFor(needs, item, { place, turn }))
  }
}

async function named(needs: WindowNeeds, item: Item, place: Place): Promise<Telling> {
  const window = await windowFor(needs, item, { place, turn: 0 })
  const telling = tellingOf(item, { channel: place.channel, state: 'waiting', window, now: needs.now() })
  try {
    await needs.tellings.insert(telling)
    return telling
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await needs.tellings.get(telling._id)) ?? telling
  }
}

/** One that is open and goes out no later takes it; so what an outage holds up stays together. */
async function windowFor(
  { windows }: WindowNeeds,
  { person }: Item,
  { place, turn }: { place: Place; turn: number },
): Promise<string> {
  const { channel, kind, key } = place
  const open = await windows.find({
    where: { person, channel, state: 'open', due: { $lte: instantOf(place.due) } },
    sort: { due: 1 },
    limit: LOOK_AT,
    next: false,
    project: { _id: 1, kind: 1 },
  })
  const same = open.docs.find((window) => window.kind === kind)?._id
  if (same !== undefined) return same
  return `${channel}~${person}~${key}${turn === 0 ? '' : `~${turn}`}`
}

/** Where somebody else has named another one meanwhile, theirs holds. */
async function renamed({ tellings }: WindowNeeds, telling: Telling, window: string): Promise<Telling> {
  const { _id } = telling
  const { outcome } = await tellings.update({ _id, state: 'waiting', window: telling.window }, { $set: { window } })
  return outcome === 'updated' ? { ...telling, window } : ((await tellings.get(_id)) ?? { ...telling, window })
}

type Putting = { item: Item; place: Place }

async function putInto(needs: WindowNeeds, id: string, putting: Putting): Promise<'in' | 'counted' | 'shut'> {
  const { windows } = needs
  const { event } = putting.item
  for (;;) {
    const isNew = { 'items.event': { $ne: event }, counted: { $ne: event } }
    const hasRoom = { [`items.${MOST_ITEMS - 1}` as 'items.0']: { $exists: false } }
    const pushed = await windows.update(
      { _id: id, state: 'open', ...isNew, ...hasRoom },
      { $push: { items: nameless(putting.item) } },
    )
    if (pushed.outcome === 'updated') return 'in'
    const window = await windows.get(id)
    if (window === null) {
      if (await made(needs, id, putting)) return 'in'
    } else if (window.items.some((item) => item.event === event)) return 'in'
    else if (window.counted.includes(event)) return 'counted'
    else if (window.state !== 'open') return 'shut'
    else if (window.items.length >= MOST_ITEMS) {
      const more = { $inc: { more: 1 }, $push: { counted: { $each: [event], $slice: -MOST_COUNTED } } }
      const { outcome } = await windows.update({ _id: id, state: 'open', ...isNew }, more)
      if (outcome === 'updated') return 'counted'
    }
  }
}

/** False where somebody else was quicker. */
async function made({ windows }: WindowNeeds, id: string, { item, place }: Putting): Promise<boolean> {
  const due = instantOf(place.due)
  const window: Window = {
    _id: id,
    channel: place.channel,
    person: item.person,
    org: item.org,
    kind: place.kind,
    due,
    state: 'open',
    items: [nameless(item)],
    more: 0,
    counted: [],
    includes: [],
    into: null,
    isBegun: false,
    outcome: null,
    attempts: 0,
    next: due,
    lease: null,
    error: null,
    expires: null,
  }
  try {
    await windows.insert(window)
    return true
  } catch (error) {
    if (error instanceof Duplicate) return false
    throw error
  }
}

async function noteCounted({ tellings }: WindowNeeds, { _id }: Telling): Promise<void> {
  await tellings.update({ _id }, { $set: { isCounted: true } })
}
