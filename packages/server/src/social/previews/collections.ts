import { defineCollection } from '@palaver/store'
import type { KeptPreview } from './model.ts'

export const previews = defineCollection<KeptPreview>({
  name: 'previews',
  expires: 'expires',
  indexes: [{ name: 'due', on: ['due'] }],
})

export const previewCollections = [previews]
