import { defineCollection } from '@palaver/store'
import type { PostCase } from './model.ts'

export const postCases = defineCollection<PostCase>({
  name: 'postCases',
  indexes: [
    { name: 'queue', on: ['org', 'state', 'at'] },
    { name: 'ofPerson', on: ['org', 'reporters'], arrays: ['reporters'] },
  ],
})
