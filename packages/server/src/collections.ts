import type { CollectionSpec } from '@palaver/store'
import { orgs } from './accounts/collections.ts'
import { aliases, comments, discussions, oldHomes, rankings, votes } from './comments/collections.ts'
import { requestKeys } from './comments/keys-of-requests.ts'
import { pages } from './comments/layouts/hybrid/collection.ts'

/** Every collection of the service. The store adds its own. */
export const collections: readonly CollectionSpec[] = [
  orgs,
  aliases,
  discussions,
  comments,
  pages,
  votes,
  rankings,
  requestKeys,
  oldHomes,
]
