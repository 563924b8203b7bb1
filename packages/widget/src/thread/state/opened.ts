import type { Comment } from '@palaver/client'
import { picturesAt } from './picture-addresses.ts'
import { withComments, withNodes } from './entries.ts'
import type { Opening, ThreadState } from './model.ts'
import type { Store } from './store.ts'

/** Puts what was read into the state, in the place of what was there. */
export function show(store: Store, opening: Opening): void {
  store.set(stateOf({ ...opening, avatars: picturesAt(store.options.base, opening.avatars) }))
}

function stateOf({ org, discussion, opens, tree, page, pinned, avatars }: Opening): Partial<ThreadState> {
  const roots = tree === null ? (page?.comments ?? []) : tree.roots.map(({ comment }) => comment)
  const entries = tree === null ? withComments(new Map(), roots) : withNodes(new Map(), tree.roots)
  const missing = pinned.filter(({ slug }) => !entries.has(slug))
  const slugs = roots.map(slugOf)
  return {
    phase: 'ready',
    problem: null,
    org,
    discussion,
    opens,
    isFlat: page !== null,
    entries: withComments(entries, missing),
    pages: slugs.length === 0 ? [] : [{ cursor: null, slugs, isDropped: false }],
    next: (tree ?? page)?.next ?? null,
    pinned: pinned.map(slugOf),
    avatars: { ...withoutPicture(entries), ...avatars },
    fresh: [],
    ahead: [],
    focus: null,
    box: null,
  }
}

/** Nobody asks for these again. */
const withoutPicture = (entries: ThreadState['entries']): Record<string, string> =>
  Object.fromEntries(
    [...entries.values()].flatMap(({ comment: { author } }) => (author === null ? [] : [[author.id, '']])),
  )

const slugOf = ({ slug }: Comment): string => slug
