import { type CollectionOf, defineCollection } from '@palaver/store'

/** That the demo has made a database, and what it has put there: articles by their ids, the rest by a word before it. */
export type Mark = { _id: string; made: string; planted: string[] }

export const demoMarks: CollectionOf<Mark> = defineCollection<Mark>({ name: 'demoMarks' })
