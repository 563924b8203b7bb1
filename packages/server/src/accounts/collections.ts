import { defineCollection } from '@palaver/store'
import type { ApiKey } from './api-keys-model.ts'
import type { Org } from './model.ts'
import type { PersonDocument } from './people-model.ts'
import type { Relation } from './relations.ts'

export const orgs = defineCollection<Org>({ name: 'orgs' })

export const apiKeys = defineCollection<ApiKey>({
  name: 'apiKeys',
  indexes: [
    { name: 'ofOrg', on: ['org', '-created'] },
    { name: 'live', on: ['org', 'revoked'] },
  ],
})

export const people = defineCollection<PersonDocument>({
  name: 'people',
  indexes: [
    { name: 'byName', on: ['org', 'nameKey', '_id'] },
    { name: 'byRole', on: ['org', 'role'] },
  ],
})

export const relations = defineCollection<Relation>({
  name: 'relations',
  expires: 'until',
  indexes: [
    { name: 'ofPerson', on: ['org', 'from', 'kind', '-at'] },
    { name: 'towardsPerson', on: ['org', 'to', 'kind'] },
  ],
})
