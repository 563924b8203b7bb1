import type { RootPage, ThreadState } from '../thread/state/model.ts'

type Placed = Pick<ThreadState, 'pages' | 'ahead'>

/**
 * Where new roots are shown, the oldest of them first: at the beginning, or at the end where that comes last and has
 * been read. Where it has not, they stand before all, which says so.
 */
export function withNewRoots(state: ThreadState, slugs: readonly string[]): Placed {
  const { pages, ahead, order, isFlat, next } = state
  // What is flat has no best.
  const isNewestLast = order === 'oldest' || (isFlat && order === 'best')
  if (!isNewestLast) return { ahead, pages: changed(pages, 0, (all) => [...slugs.toReversed(), ...all]) }
  if (next === null && pages.at(-1)?.isDropped !== true)
    return { ahead, pages: changed(pages, -1, (all) => [...all, ...slugs]) }
  return { pages, ahead: [...slugs.toReversed(), ...ahead] }
}

/** What has come with a page that was read is in its place. */
export const withoutFound = (ahead: readonly string[], found: readonly string[]): string[] =>
  ahead.filter((slug) => !found.includes(slug))

function changed(
  pages: readonly RootPage[],
  at: number,
  change: (slugs: readonly string[]) => readonly string[],
): readonly RootPage[] {
  const page = pages.at(at)
  if (page === undefined) return [{ cursor: null, slugs: change([]), isDropped: false }]
  return pages.with(at, { ...page, slugs: change(page.slugs) })
}
