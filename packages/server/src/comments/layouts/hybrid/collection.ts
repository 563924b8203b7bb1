import { defineCollection } from '@palaver/store'
import type { Comment } from '../../model.ts'

/** What stands for a comment in the order it is not stored in: enough to find it in the other. */
export type Stub = Pick<Comment, 'slug' | 'fullSlug' | 'posted' | 'writes'>

/** The right part, from the key `at` on, is on its way to the page `to`. */
export type Split = { at: string; to: string }

/** The items whose keys lie from `from` to before `until`, in no order. The ranges of a home's pages leave no gap. */
export type Page<T extends Stub = Stub | Comment> = {
  _id: string
  home: string
  from: string
  until: string
  /** A page takes no writes before it is open, … */
  open: boolean
  /** … nor while it splits. */
  split: Split | null
  /** The page it was split from, while it is not open. */
  left: string | null
  count: number
  comments: T[]
}

export const pages = defineCollection<Page>({
  name: 'pages',
  shardKey: ['home', 'from'],
  id: { from: ['home', 'from'] },
  indexes: [
    { name: 'inOrder', on: ['home', 'from'] },
    { name: 'permalink', on: ['home', 'comments.slug'], arrays: ['comments.slug'] },
  ],
})
