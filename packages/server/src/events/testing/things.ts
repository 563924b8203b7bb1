import { defineCollection } from '@palaver/store'

/** Something to write, so that there is something to tell. */
export const things = defineCollection<{ _id: string }>({ name: 'things' })
