import type { CollectionSpec } from '@palaver/store'
import { apiKeys, orgs, people, relations } from './accounts/collections.ts'
import { aliases, authored, comments, discussions, oldHomes, rankings, votes } from './comments/collections.ts'
import { requestKeys } from './comments/keys-of-requests.ts'
import { pages } from './comments/layouts/hybrid/collection.ts'
import { moderationCollections } from './moderation/collections.ts'

/** Every collection of the service. The store adds its own. */
export const collections: readonly CollectionSpec[] = [
  orgs,
  apiKeys,
  people,
  relations,
  aliases,
  discussions,
  comments,
  pages,
  votes,
  authored,
  rankings,
  requestKeys,
  oldHomes,
  ...moderationCollections,
]
