import { atHome } from '../home.ts'
import type { Comment, LayoutName, Order } from '../model.ts'
import type { Comments } from '../service.ts'
import { type Deed } from '../conformance/script.ts'

/** All that is stored of a discussion's comments, read in every way. */
export async function everythingIn({ needs }: Comments, id: string): Promise<Record<string, Comment[]>> {
  const discussion = await needs.discussions.require({ discussion: id })
  const { layout, place } = atHome(needs.homes, discussion)
  const all = { limit: 10_000 }
  const chronological = await layout.list(place, 'chronological', all)
  const bySlug = await layout.get(
    place,
    chronological.map(({ slug }) => slug),
  )
  return {
    chronological,
    threaded: await layout.list(place, 'threaded', all),
    backwards: await layout.list(place, 'threaded', { ...all, back: true }),
    roots: await layout.children(place, null, all),
    bySlug: bySlug.filter((comment) => comment !== null),
  }
}

const post = (number: number): Deed => ({
  do: 'post',
  text: `This is number ${number}.`,
  at: number % 4 === 0 ? null : Math.floor((number * 7919) % number),
  by: number % 5,
})

const after = (number: number): Deed[] => [
  { do: 'vote', at: number * 3, by: 5, value: number % 3 === 0 ? -1 : 1 },
  ...(number % 5 === 0 ? [{ do: 'edit' as const, at: number * 2, text: `Number ${number}, *edited*.` }] : []),
  ...(number % 9 === 0 ? [{ do: 'delete' as const, at: number * 5 }] : []),
  ...(number % 7 === 0 ? [{ do: 'react' as const, at: number, by: 4, on: true }] : []),
]

/** So many comments, with edits, votes, reactions and deletions among them. */
export const conversation = (count: number): Deed[] =>
  Array.from({ length: count }, (_, number) => (number < 10 ? [post(number)] : [post(number), ...after(number)])).flat()

export type Kind = { layout: LayoutName; order: Order }

/** A way through all of them that goes from each to each other once. */
export function tourOf(kinds: readonly Kind[]): Kind[] {
  const [here, next, ...others] = kinds
  if (here === undefined || next === undefined) return [...kinds]
  return [here, ...others.flatMap((other) => [other, here]), ...tourOf(kinds.slice(1)), here]
}
