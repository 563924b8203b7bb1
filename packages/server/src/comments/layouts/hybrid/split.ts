import { Duplicate } from '@palaver/store'
import { END } from '../../keys.ts'
import type { Page } from './collection.ts'
import { type AnySeries, type Head, pageId } from './series.ts'
import { splitPoint } from './split-point.ts'

/** Takes no writes now: help, then look again. */
export const isBusy = ({ open, split }: Head): boolean => !open || split !== null

/** Splits a page so that there is room for `next`; false where one item is all it has. */
export function splitPage(series: AnySeries, id: string, next: string): Promise<boolean> {
  return series.together(`split ${id}`, () => split(series, id, next))
}

async function split(series: AnySeries, id: string, next: string): Promise<boolean> {
  const page = await series.pages.get(id)
  if (page === null || isBusy(page)) return true
  const keys = page.comments.map(series.keyOf).toSorted()
  const at = splitPoint({ keys, next, isLast: page.until === END, limit: series.limit })
  if (at === null) return false
  const fenced = await fence(series, page, at)
  if (fenced !== null) await carryOut(series, fenced)
  return true
}

/** Step a. That it still reaches as far says that nobody else has split it meanwhile. */
async function fence(series: AnySeries, { _id, until }: Page, at: string): Promise<Page | null> {
  const where = { _id, open: true, split: null, until }
  const change = { $set: { split: { at, to: pageId(series, at) } } }
  const { doc } = await series.pages.update(where, change, { returning: 'after' })
  return doc
}

/** Finishes the split that keeps a page from taking writes. */
export function help(series: AnySeries, head: Head): Promise<void> {
  return series.together(`help ${head._id}`, async () => {
    const leftId = head.open ? head._id : head.left
    const left = leftId === null ? null : await series.pages.get(leftId)
    if (left !== null && left.split !== null) await carryOut(series, left)
    else if (!head.open) await open(series, head._id)
  })
}

/**
 * Steps b to d, each of which may be done again by another. The left page has taken no writes since it was fenced, so
 * whoever read it since then saw the same items.
 */
async function carryOut(series: AnySeries, left: Page): Promise<void> {
  if (left.split === null) return
  // What waits on the left page is of items that move on: told later than their next change, it would be out of order.
  await series.settle()
  await insertRight(series, left)
  await trim(series, left)
  await open(series, left.split.to)
}

async function insertRight(series: AnySeries, left: Page): Promise<void> {
  if (left.split === null) return
  const { at, to } = left.split
  const comments = left.comments.filter((item) => series.keyOf(item) >= at)
  const { _id, home, until } = left
  const rest = { open: false, split: null, left: _id, count: comments.length, comments }
  try {
    await series.pages.insert({ _id: to, home, from: at, until, ...rest })
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}

async function trim(series: AnySeries, { _id, split, comments }: Page): Promise<void> {
  if (split === null) return
  const moved = comments.filter((item) => series.keyOf(item) >= split.at).map(({ slug }) => slug)
  await series.pages.update(
    { _id, 'split.to': split.to },
    {
      $set: { until: split.at, split: null, count: comments.length - moved.length },
      $pull: { comments: { slug: { $in: moved } } },
    },
  )
}

async function open(series: AnySeries, id: string): Promise<void> {
  await series.pages.update({ _id: id, open: false }, { $set: { open: true, left: null } })
}
