import { type Change, Conflict, Duplicate, type NewEvent, TooLarge } from '@palaver/store'
import { END } from '../../keys.ts'
import type { CommentChange } from '../layout.ts'
import type { Page, Stub } from './collection.ts'
import { pageOf } from './fill.ts'
import { type Head, headFor, newestOn, pagesWith, type Series } from './series.ts'
import { help, isBusy, splitPage } from './split.ts'

type Inserted = 'inserted' | 'there'
export type Edit<T> = { events: readonly NewEvent[] } & ({ set: CommentChange } | { put: T } | { remove: true })

const MOST_ATTEMPTS = 64
const LONGEST_PAUSE_MS = 50

/** Adds an item, with its events, unless it is there. */
export function insertItem<T extends Stub>(series: Series<T>, item: T, events: readonly NewEvent[]): Promise<Inserted> {
  const key = series.keyOf(item)
  return untilDone(series, async () => {
    const head = await headFor(series, key)
    if (head === null) return makeFirst(series, item, events)
    if (isBusy(head)) return helped(series, head)
    if (head.count >= series.limit && (await splitPage(series, head._id, key))) return
    return whereItFits(series, { id: head._id, key }, () => push(series, head, { item, events }))
  })
}

/** Two may do this at once: the id is the same, so one page comes of it. */
async function makeFirst<T extends Stub>(
  series: Series<T>,
  item: T,
  events: readonly NewEvent[],
): Promise<Inserted | undefined> {
  const page = pageOf(series, { from: '', until: END }, [item])
  try {
    await series.pages.insert(page, { events })
    return 'inserted'
  } catch (error) {
    if (error instanceof Duplicate) return
    throw error
  }
}

type Pushed<T> = { item: T; events: readonly NewEvent[] }

/** The page is named by its id, which says where it begins; that it still reaches as far as the key is demanded here. */
async function push<T extends Stub>(
  series: Series<T>,
  { _id }: Head,
  { item, events }: Pushed<T>,
): Promise<Inserted | undefined> {
  const fits = { open: true, split: null, until: { $gt: series.keyOf(item) }, 'comments.slug': { $ne: item.slug } }
  const change = { $push: { comments: item }, $inc: { count: 1 } }
  const { outcome } = await series.pages.update({ _id, ...fits }, change, { events })
  if (outcome === 'updated') return 'inserted'
  const page = await series.pages.get(_id)
  return page?.comments.some(({ slug }) => slug === item.slug) ? 'there' : undefined
}

/** Changes one item by compare-and-set on its `writes`; gives what there is afterwards. */
export function changeItem<T extends Stub>(
  series: Series<T>,
  slug: string,
  decide: (item: T) => Edit<T> | null,
): Promise<T | null> {
  return untilDone(series, async () => {
    const found = newestOn(series, await pagesWith(series, [slug]), slug)
    if (found === null) return null
    const { page, item } = found
    const edit = decide(item)
    if (edit === null) return item
    if (isBusy(page)) return helped(series, page)
    return whereItFits(series, { id: page._id, key: series.keyOf(item) }, async () => {
      const where = { _id: page._id, open: true, split: null, comments: { $elemMatch: { slug, writes: item.writes } } }
      const { change, after } = changeOf(edit, item)
      const arrayFilters = 'remove' in edit ? [] : [{ 'it.slug': slug }]
      const { outcome } = await series.pages.update(where, change, { events: edit.events, arrayFilters })
      return outcome === 'updated' ? after : undefined
    })
  })
}

function changeOf<T extends Stub>(edit: Edit<T>, item: T): { change: Change<Page>; after: T | null } {
  if ('remove' in edit)
    return { change: { $pull: { comments: { slug: item.slug } }, $inc: { count: -1 } }, after: null }
  if ('put' in edit) return { change: { $set: { 'comments.$[it]': edit.put } }, after: edit.put }
  const set = { ...edit.set, writes: item.writes + 1 }
  const fields = Object.entries(set).map(([name, value]) => [`comments.$[it].${name}`, value])
  return { change: { $set: Object.fromEntries(fields) as Change<Page>['$set'] & {} }, after: { ...item, ...set } }
}

/** Brings a copy, unless the one there is as new. */
export function putItem<T extends Stub>(series: Series<T>, item: T): Promise<true> {
  return untilDone(series, async () => {
    if ((await insertItem(series, item, [])) === 'inserted') return true
    const isOlder = ({ writes }: Stub): boolean => writes < item.writes
    const now = await changeItem(series, item.slug, (there) => (isOlder(there) ? { put: item, events: [] } : null))
    return now === null ? undefined : true
  })
}

/** Nothing is written yet: look again. */
async function helped(series: Series<Stub>, page: Head): Promise<undefined> {
  await help(series, page)
}

/** Long comments can fill a document before the page has its number. */
async function whereItFits<R>(
  series: Series<Stub>,
  { id, key }: { id: string; key: string },
  write: () => Promise<R>,
): Promise<R | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof TooLarge && (await splitPage(series, id, key))) return
    throw error
  }
}

/** Again, after a while, as long as there is no answer: the page was splitting, or another was faster. */
async function untilDone<R>({ world, home }: Series<Stub>, attempt: () => Promise<R | undefined>): Promise<R> {
  for (let tries = 0; tries < MOST_ATTEMPTS; tries++) {
    const done = await attempt()
    if (done !== undefined) return done
    await world.sleep(world.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries))
  }
  throw new Conflict(`A page of "${home}" changed ${MOST_ATTEMPTS} times while it was being written: try again.`)
}
