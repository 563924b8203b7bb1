import type { CollectionSpec } from '@palaver/store'
import { apiKeys, orgs, people, relations } from './accounts/collections.ts'
import { adCollections } from './ads/collections.ts'
import { treeCollections } from './categories/collections.ts'
import { aliases, authored, comments, discussions, oldHomes, rankings, votes } from './comments/collections.ts'
import { requestKeys } from './comments/keys-of-requests.ts'
import { pages } from './comments/layouts/hybrid/collection.ts'
import { demoMarks } from './demo/collections.ts'
import { loginCodes } from './embed/logins.ts'
import { queueCollections } from './events/collections.ts'
import { databases } from './events/nats/database-id.ts'
import { streamTickets } from './live/tickets.ts'
import { fileCollections } from './files/collections.ts'
import { moderationCollections } from './moderation/collections.ts'
import { notificationCollections } from './notifications/collections.ts'
import { emailCollections } from './notifications/email/model.ts'
import { pushCollections } from './notifications/push/collections.ts'
import { socialCollections } from './social/collections.ts'
import { previewCollections } from './social/previews/collections.ts'
import { webhookCollections } from './webhooks/collections.ts'

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
  ...treeCollections,
  ...socialCollections,
  ...previewCollections,
  ...adCollections,
  ...fileCollections,
  ...moderationCollections,
  ...notificationCollections,
  ...emailCollections,
  ...pushCollections,
  ...webhookCollections,
  ...queueCollections,
  databases,
  streamTickets,
  loginCodes,
  demoMarks,
]
