import { type CollectionOf, defineCollection } from '@palaver/store'

/** That the demo has made a database, and the articles whose discussions it has filled. */
export type Mark = { _id: string; made: string; planted: string[] }

export const demoMarks: CollectionOf<Mark> = defineCollection<Mark>({ name: 'demoMarks' })
