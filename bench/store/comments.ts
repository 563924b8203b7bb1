import { type CollectionOf, defineCollection, type NewEvent } from '@palaver/store'

/** A comment as one document, about 500 bytes of JSON. */
export type Comment = {
  _id: string
  home: string
  slug: string
  fullSlug: string
  parentSlug: string | null
  posted: string
  author: { id: string; name: string }
  text: string
  html: string
  votes: number
  rev: number
}

export const comments: CollectionOf<Comment> = defineCollection<Comment>({
  name: 'comments',
  shardKey: ['home', 'slug'],
  id: { from: ['home', 'slug'] },
  indexes: [
    { name: 'chronological', on: ['home', 'posted', 'slug'] },
    { name: 'threaded', on: ['home', 'fullSlug'] },
    { name: 'children', on: ['home', 'parentSlug', 'posted', 'slug'] },
  ],
})

const BEGIN = Date.UTC(2026, 0, 1)
const TEXT = 'This is a comment of the usual length, which says something, means it, and ends.'

export function comment(number: number, home: string): Comment {
  const slug = number.toString(36).padStart(10, '0')
  const posted = new Date(BEGIN + number * 1000).toISOString()
  return {
    _id: `${home}~${slug}`,
    home,
    slug,
    fullSlug: `${posted}:${slug}`,
    parentSlug: null,
    posted,
    author: { id: `user${number % 1000}`, name: 'Ada Lovelace' },
    text: TEXT,
    html: `<p>${TEXT}</p>`,
    votes: number % 7,
    rev: 1,
  }
}

export function created(doc: Comment, org = 'example'): NewEvent {
  return {
    _id: `e${doc._id}`,
    org,
    subject: doc.home,
    type: 'comment',
    op: 'created',
    at: doc.posted,
    after: { slug: doc.slug, text: doc.text },
    rev: 1,
  }
}
