import { defineCollection } from '@palaver/store'
import type { Org } from './model.ts'

export const orgs = defineCollection<Org>({ name: 'orgs' })
