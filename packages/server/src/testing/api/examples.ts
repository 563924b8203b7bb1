import type { Operation } from './document.ts'
import { ADMINS, ALL, type Example, KNOWN, PEOPLE, STAFF, USERS } from './example.ts'
import { GROUND_RULES } from './ground.ts'
import type { Ids } from './ids.ts'
import { PROMO_EXAMPLES } from './promo-examples.ts'
import { SOCIAL_EXAMPLES } from './social-examples.ts'
import { TELLING_EXAMPLES } from './telling-examples.ts'
import { TOPIC_EXAMPLES } from './topic-examples.ts'

/** What stands for each parameter of a path. */
const PARAMETERS: Readonly<Record<string, (ids: Ids) => string>> = {
  discussion: ({ discussion }) => discussion,
  slug: ({ slug }) => slug.replaceAll('/', '.'),
  path: () => '0',
  name: () => 'like',
  key: ({ key }) => key,
  org: ({ org }) => org,
  person: ({ person }) => person,
  held: ({ held }) => held,
  bulk: ({ bulk }) => bulk,
  queue: () => 'centre',
  event: ({ letter }) => letter,
  subscription: ({ subscription }) => subscription,
  token: ({ unsubscribing }) => unsubscribing,
  webhook: ({ webhook }) => webhook,
  tree: ({ tree }) => tree,
  topic: ({ topic }) => topic,
  post: ({ socialPost }) => socialPost,
  circle: ({ circle }) => circle,
  photo: ({ photo }) => photo,
  site: ({ site }) => site,
  zone: ({ zone }) => zone,
  advertiser: ({ advertiser }) => advertiser,
  campaign: ({ campaign }) => campaign,
  flight: ({ flight }) => flight,
  creative: ({ creative }) => creative,
  link: ({ reportLink }) => reportLink,
  ticket: ({ adTicket }) => adTicket,
}

/** An example of each operation, by its `operationId`. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  ...TELLING_EXAMPLES,
  ...TOPIC_EXAMPLES,
  ...SOCIAL_EXAMPLES,
  ...PROMO_EXAMPLES,
  openDiscussion: {
    may: STAFF,
    body: ({ type, resource }) => ({
      resource: { type, id: `${resource}-2` },
      title: 'A title',
      url: 'https://example.org/',
      settings: { maxDepth: 3, state: 'open' },
    }),
  },
  getDiscussion: { may: ALL },
  changeDiscussion: { may: STAFF, body: () => ({ title: 'Another', settings: { maxLength: 500, editWindow: null } }) },
  renameDiscussion: {
    may: STAFF,
    body: ({ type, resource }) => ({ resource: { type, id: `${resource}-2` } }),
  },
  countComments: {
    may: ALL,
    query: ({ discussion, org, type, resource: id }) => ({ discussion, org, type, id: [id] }),
  },
  getOpening: { may: ALL, query: ({ org, type, resource: id }) => ({ org, type, id, sort: 'best' }) },
  getMe: { may: PEOPLE, query: ({ org, type, resource: id }) => ({ org, type, id }) },
  getAvatars: { may: ALL, query: ({ org, person }) => ({ org, id: [person] }) },
  postComment: { may: KNOWN, body: ({ slug }) => ({ text: 'A *reply*.', parent: slug, title: null, url: null }) },
  getComment: { may: ALL },
  editComment: { may: ['member', ...STAFF], body: () => ({ text: 'Another text.' }) },
  deleteComment: { may: ['member', ...STAFF] },
  getHistory: { may: ['member', ...STAFF] },
  previewComment: { may: KNOWN, body: () => ({ text: 'A *text*.' }) },
  pinComment: { may: STAFF },
  unpinComment: { may: STAFF },
  listComments: { may: ALL },
  getTree: { may: ALL },
  listReplies: { may: ALL },
  getThread: { may: ALL },
  getAtPosition: { may: ALL },
  castVote: { may: ['moderator', 'admin'], body: () => ({ value: 1 }) },
  addReaction: { may: USERS },
  removeReaction: { may: USERS },
  getMine: { may: PEOPLE, query: ({ slug }) => ({ slug: [slug] }) },
  listOwnComments: { may: PEOPLE },
  getDiscussionFeed: { may: ALL },
  getOrgFeed: { may: ALL },
  createGuest: { may: ALL, body: ({ org }) => ({ org, name: 'A guest' }) },
  logIn: { may: ALL, body: ({ login }) => ({ code: login }) },
  listKeys: { may: ADMINS },
  createKey: { may: ADMINS, body: () => ({ name: 'A server', scopes: ['read'] }) },
  revokeKey: { may: ADMINS },
  tellPeople: { may: ADMINS, body: ({ person }) => ({ people: [{ id: `host-${person}`, username: 'Somebody' }] }) },
  findPeople: { may: [...USERS, 'key'], query: () => ({ prefix: 'a' }) },
  addMute: { may: PEOPLE },
  removeMute: { may: PEOPLE },
  listMutes: { may: PEOPLE },
  addBlock: { may: PEOPLE },
  removeBlock: { may: PEOPLE },
  listBlocks: { may: PEOPLE },
  exportMe: { may: PEOPLE },
  eraseMe: { may: PEOPLE, endsCaller: true },
  erasePerson: { may: ADMINS },
  holdPerson: { may: ADMINS, body: () => ({ reason: 'A court has asked.' }) },
  releasePerson: { may: ADMINS },
  getQueue: { may: STAFF },
  getQueueCounts: { may: STAFF },
  listHeld: { may: KNOWN },
  withdrawHeld: { may: ['member'], refused: 'held-not-found' },
  decideHeld: { may: STAFF, body: () => ({ act: 'approve', reason: 'It is fine.' }) },
  moderate: {
    may: STAFF,
    body: ({ discussion, slug }) => ({ act: 'reject', discussion, slug, reason: 'It is not fine.' }),
  },
  moderateInBulk: {
    may: STAFF,
    body: ({ person }) => ({ act: 'reject', where: { user: person, word: 'nothing' }, reason: null }),
  },
  // The org has posts, which not everybody may see: so only who began it looks at it.
  getBulk: { may: ['moderator', 'key'], refused: { admin: 'bulk-not-found' } },
  reportComment: { may: KNOWN.filter((one) => one !== 'member'), body: () => ({ reason: 'spam', note: 'Look.' }) },
  listReports: { may: STAFF },
  ban: { may: STAFF, body: () => ({ reason: 'Enough.', until: '2999-01-01T00:00:00.000Z' }) },
  banLift: { may: STAFF },
  shadowBan: { may: STAFF, body: () => ({ reason: 'Enough.', until: null }) },
  shadowBanLift: { may: STAFF },
  getModerationRules: { may: ADMINS },
  putModerationRules: { may: ADMINS, body: () => ({ phases: GROUND_RULES }) },
  getAuditLog: { may: STAFF, query: ({ person }) => ({ person }) },
  getOrg: { may: ADMINS },
  changeOrg: { may: ADMINS, body: () => ({ name: 'A name', settings: { maxLength: 5000 } }) },
}

export function exampleOf({ operationId, requestBody }: Operation): Example {
  const example = EXAMPLES[operationId]
  if (example === undefined)
    throw new Error(
      `${operationId} is new: say in EXAMPLES of testing/api/examples.ts who may call it, with an example.`,
    )
  if (requestBody?.required === true && example.body === undefined && example.bytes === undefined)
    throw new Error(`${operationId} takes a body: give an example in EXAMPLES of testing/api/examples.ts.`)
  return example
}

export function parameterOf({ operationId }: Operation, name: string): (ids: Ids) => string {
  const parameter = PARAMETERS[name]
  if (parameter === undefined)
    throw new Error(
      `${operationId} has {${name}} in its path: say in PARAMETERS of testing/api/examples.ts what stands for it.`,
    )
  return parameter
}
