import { personId } from '../../accounts/ids.ts'
import { type Ground, HELD_WORD } from './ground.ts'
import { post } from './post.ts'
import { newPhoto } from './photo-ids.ts'
import {
  newAdTicket,
  newAdvertiser,
  newCampaign,
  newConversion,
  newCreative,
  newFlight,
  newReportLink,
  newServedZone,
  newSite,
  newZone,
} from './promo-ids.ts'
import { newCircle, newPerson, newSocialPost } from './social-ids.ts'
import { newLetter, newRow, newSubscription, newUnsubscribing, newWebhook } from './telling-ids.ts'
import { newTopic, treeIn } from './topic-ids.ts'

/** `event` is that of the comment. */
const COMMENTED = ['org', 'type', 'resource', 'discussion', 'slug', 'event'] as const
const OTHERS = [
  'key',
  'person',
  'held',
  'bulk',
  'row',
  'subscription',
  'unsubscribing',
  'webhook',
  'letter',
  'login',
  'tree',
  'topic',
  'topicPath',
  'otherTopic',
  'socialPost',
  'circle',
  'photo',
  'site',
  'zone',
  'servedZone',
  'advertiser',
  'campaign',
  'flight',
  'creative',
  'reportLink',
  'adTicket',
  'conversion',
] as const

/** What a request can name. */
export const ID_NAMES = [...COMMENTED, ...OTHERS]
export type IdName = (typeof ID_NAMES)[number]
export type Ids = Readonly<Record<IdName, string>>

/** A thing of each kind that nothing was done with before. */
const MAKERS: Readonly<Record<(typeof OTHERS)[number], (ground: Ground) => Promise<string>>> = {
  key: async ({ context, org, word }) =>
    (await context.accounts.apiKeys.create(org, { name: word, scopes: ['read'] })).id,
  // In a discussion that others know of: to them there would be no other.
  held: async (ground) => {
    const replyTo = await post(ground, `${ground.word} says it`)
    return (await post(ground, `${ground.word} ${HELD_WORD}`, { replyTo })).held?.id ?? ''
  },
  bulk: async ({ context, org, word }) => {
    const moderator = {
      org,
      id: personId(org, `${word}-moderator`),
      name: word,
      role: 'moderator',
      kind: 'person',
    } as const
    const where = { user: 'nobody', word }
    return (await context.moderation.beginBulk(moderator, { act: 'reject', where, reason: word }))._id
  },
  person: newPerson,
  row: newRow,
  subscription: newSubscription,
  unsubscribing: newUnsubscribing,
  webhook: newWebhook,
  letter: newLetter,
  login: async ({ context, org, word }) =>
    (await context.logins.create({ org, name: `${word} owner`, role: 'admin' })).code,
  tree: treeIn,
  topic: async (ground) => (await newTopic(ground))._id,
  topicPath: async (ground) => (await newTopic(ground)).path,
  otherTopic: async (ground) => (await newTopic(ground))._id,
  socialPost: newSocialPost,
  circle: newCircle,
  photo: newPhoto,
  site: newSite,
  zone: newZone,
  servedZone: newServedZone,
  advertiser: newAdvertiser,
  campaign: newCampaign,
  flight: newFlight,
  creative: newCreative,
  reportLink: newReportLink,
  adTicket: newAdTicket,
  conversion: newConversion,
}

/** A comment of the org's member in a discussion of its own, and what else is needed. */
export async function newIds(ground: Ground, needed: ReadonlySet<IdName>): Promise<Ids> {
  const others = OTHERS.map(async (name) => [name, needed.has(name) ? await MAKERS[name](ground) : ''])
  return { ...(await newComment(ground)), ...Object.fromEntries(await Promise.all(others)) }
}

async function newComment(ground: Ground): Promise<Pick<Ids, (typeof COMMENTED)[number]>> {
  const { discussion, comment, type, resource, event } = await post(ground, `${ground.word} says it`)
  return { org: ground.org, type, resource, discussion, slug: comment?.slug ?? '', event }
}

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Of the same form, and never given to anything. */
export const neverWas = (id: string): string =>
  id.replace(/[0-9a-z]/gi, (letter) => {
    const alphabet = ALPHABETS.find((one) => one.includes(letter)) ?? letter
    return alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length] ?? letter
  })
