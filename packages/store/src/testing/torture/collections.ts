import { type CollectionSpec, defineCollection, type IndexDeclaration } from '../../collection.ts'

/** Every document notes the operations that made it what it is, in their order. */
type Noted = { _id: string; org: string; ops: string[] }

export type Post = Noted & { slug: string; tags: string[]; text: string }
export type Tally = Noted & { count: number }

const onPosts: readonly IndexDeclaration<Post>[] = [
  { name: 'slug', on: ['slug'], unique: true },
  { name: 'tags', on: ['tags', '-slug'], arrays: ['tags'] },
]

/** Written by one writer each; their slugs are contended. */
export const posts = defineCollection<Post>({ name: 'posts', indexes: onPosts })

/** Counted up by everybody with `$inc`. */
export const tallies = defineCollection<Tally>({ name: 'tallies', indexes: [{ name: 'count', on: ['-count'] }] })

/** Counted up by everybody with `change`. */
export const turns = defineCollection<Tally>({ name: 'turns', indexes: [{ name: 'count', on: ['org', 'count'] }] })

const postsWithOneIndexMore = defineCollection<Post>({
  name: 'posts',
  indexes: [...onPosts, { name: 'org', on: ['org', 'slug'] }],
})

/** Every other time an index more is declared, so that it is built and dropped in between. */
export function collectionsOf(incarnation: number): readonly CollectionSpec[] {
  return [incarnation % 2 === 0 ? posts : postsWithOneIndexMore, tallies, turns]
}
