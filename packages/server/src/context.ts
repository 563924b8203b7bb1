import { randomBytes, randomUUID } from 'node:crypto'
import { createStore, type Engine, type OnProgress, type Store } from '@palaver/store'
import type { Logger } from 'pino'
import { apiKeys, orgs, people as allPeople, relations } from './accounts/collections.ts'
import { accountPlaces } from './accounts/erasing.ts'
import { realChance } from './accounts/ids.ts'
import { hostPage, type OrgView } from './accounts/model.ts'
import { People } from './accounts/people.ts'
import { Permissions } from './accounts/permissions.ts'
import { Accounts } from './accounts/service.ts'
import type { Ads } from './ads/service.ts'
import { adsOn } from './advertising.ts'
import { PageCache } from './api/page-cache.ts'
import { Topics } from './categories/service.ts'
import { Comments, type CommentsOptions, mayAt, type OrgRules, readOrgSettings } from './comments/service.ts'
import { realWorld } from './comments/world.ts'
import type { Config } from './config/settings.ts'
import { countedEngine } from './counted-engine.ts'
import { loginCodes, Logins } from './embed/logins.ts'
import { queuePlaces } from './events/erasing.ts'
import { queueItems } from './events/collections.ts'
import type { NatsDriver } from './events/nats/driver.ts'
import type { Queues } from './events/service.ts'
import { localSignals, type Signals } from './events/signals.ts'
import type { Live } from './live/service.ts'
import { createLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { Moderation } from './moderation/service.ts'
import type { Notifications } from './notifications/service.ts'
import { openEngine } from './open-engine.ts'
import { eventsPlace } from './personal/events-place.ts'
import { type PersonalPlace, PersonalData } from './personal/service.ts'
import { filesKeys } from './files/collections.ts'
import type { Photos } from './files/service.ts'
import { filesKey } from './files/tickets.ts'
import type { FollowingUp } from './social/following-up.ts'
import type { Previews } from './social/previews/service.ts'
import type { Social } from './social/service.ts'
import { socialOn } from './socialising.ts'
import { type Base, liveOn, natsOf, natsPlace, notificationsOn, queuesOn, warned, webhooksOn } from './telling.ts'
import type { Webhooks } from './webhooks/service.ts'

/** Everything that the service's parts are given: wired by hand, here and nowhere else. */
export type Context = {
  config: Config
  log: Logger
  metrics: Metrics
  now: () => number
  random: () => number
  store: Store
  accounts: Accounts
  people: People
  comments: Comments
  topics: Topics
  social: Social
  photos: Photos
  ads: Ads
  /** What the pages say to which posts link. */
  previews: Previews
  /** Waits for what follows from events. */
  followingUp: FollowingUp
  moderation: Moderation
  notifications: Notifications
  webhooks: Webhooks
  /** What other nodes do is told through these. */
  signals: Signals
  /** Null where events do not go through NATS. */
  nats: NatsDriver | null
  queues: Queues
  live: Live
  personal: PersonalData
  /** Links with which an owner signs in. */
  logins: Logins
  /** Every place where something of a person lies. */
  places: readonly PersonalPlace[]
  /** Public pages as bytes; whoever writes to a discussion tells it. */
  pages: PageCache
}

export type Overrides = Partial<Omit<Context, 'config'>> & {
  engine?: Engine
  onProgress?: OnProgress
  /** It works together with other nodes, through NATS where that is set up. */
  joins?: boolean
  /** Whose word is taken for push services, instead of those that Node knows: one of a test vouches for itself. */
  pushCa?: string
}

const BYTES_PER_MB = 1_000_000
/** So many that nobody can guess them. */
const CODE_BYTES = 16

/** Wires the context from the settings; a test replaces single members. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const { now = Date.now, random = Math.random, metrics = createMetrics(), onProgress = () => {} } = overrides
  const log = overrides.log ?? createLog(config, process.stderr)
  const open = async (): Promise<Store> => {
    const engine = overrides.engine ?? (await openEngine(config, onProgress))
    return createStore(countedEngine(engine, metrics), { now, random })
  }
  const store = overrides.store ?? (await open())
  const { people, accounts } = accountsOn(store, overrides, {
    now,
    log,
    onBlocked: (...pair) => made.social.part(...pair),
    pictureAt: (photo) => made.photos.addressOf({ _id: photo }, 'small', null),
  })
  const pages = overrides.pages ?? new PageCache({ bytes: config.cacheMb * BYTES_PER_MB, now })
  const around = { config, log, now, random, store, accounts, people, pages }
  const talk = talkOn({ ...around, social: () => made.social }, overrides)
  const key = { filesKey: await filesKey(store.collection(filesKeys)) }
  const made = socialOn({ ...around, ...key, comments: () => talk.comments, moderation: () => talk.moderation })
  const ads = overrides.ads ?? adsOn({ ...around, ...talk, ...made, ...key, metrics })
  return withTelling({ ...around, ...talk, ...made, ads, metrics }, overrides)
}

type Around = Pick<Context, 'config' | 'log' | 'now' | 'random' | 'store' | 'accounts' | 'people' | 'pages'>
type BesideSocial = Around & { social: () => Social }

/** Comments, the topics that they are in, and who looks after them: each asks the others. */
function talkOn(around: BesideSocial, overrides: Overrides): Pick<Context, 'comments' | 'topics' | 'moderation'> {
  const { store, accounts, people, pages, now, random, social } = around
  const moderation: Moderation =
    overrides.moderation ??
    new Moderation({
      store,
      comments: () => comments,
      people,
      hookOf: (org) => accounts.hook(org, 'moderationHook'),
      hostDecides: async (org) =>
        (await accounts.hook(org, 'permissionHook')) !== null || (await topics.hidesAny(org)) || social().hasPosts(org),
      world: { now },
    })
  const comments: Comments =
    overrides.comments ?? new Comments({ ...rulesOfTalk(around, () => topics), ...judgedBy(moderation) })
  const topics: Topics =
    overrides.topics ??
    new Topics({
      store,
      comments: () => comments,
      world: { ...realWorld, now, random },
      changed: (tree, event) => pages.changed(tree, event),
    })
  return { comments, topics, moderation }
}

/** What comments have to know of orgs, people, topics and posts. */
function rulesOfTalk(
  { store, accounts, people, pages, now, random, social }: BesideSocial,
  topics: () => Topics,
): CommentsOptions {
  const permissions = new Permissions({ hookOf: (org) => accounts.hook(org, 'permissionHook'), now })
  return {
    store,
    world: { now, random },
    mayOf: mayAt({
      host: (actor, org, resource) => permissions.of(actor, org, resource),
      sees: (...asked) => topics().sees(...asked),
      own: (...asked) => social().mayAt(...asked),
    }),
    topics: {
      sees: (...asked) => topics().sees(...asked),
      startIn: (...asked) => topics().startIn(...asked),
      fileIn: (...asked) => topics().fileIn(...asked),
      left: (...asked) => topics().listings.withdraw(...asked),
    },
    pageOfPost: async (org, id) => hostPage((await accounts.get(org))?.pages?.post, id),
    mentioned: (actor, names) => people.lookup.mentioned(actor, names),
    company: people.relations,
    changed: (discussion, event) => pages.changed(discussion, event),
    rulesOf: rulesIn(accounts),
  }
}

const judgedBy = (moderation: Moderation): Partial<CommentsOptions> => ({
  judge: (candidate) => moderation.judge(candidate),
  hold: (holding) => moderation.hold(holding),
  secrets: moderation.secrets,
  hasHeld: (actor, discussion) => moderation.hasHeld(actor, discussion),
  requireNotBanned: (actor) => moderation.requireNotBanned(actor),
  fromOf: (org, address) => moderation.hashed(org, address),
})

/** The same with all that tells people and other services of what happens. */
async function withTelling(base: Base, overrides: Overrides): Promise<Context> {
  const { store, accounts, comments, social, ads, photos, moderation, people, log, now } = base
  const nats = overrides.nats ?? (overrides.joins === true ? await natsOf(base) : null)
  const signals = overrides.signals ?? nats?.signals ?? localSignals(warned(log, 'a signal could not be handled'))
  const queues = overrides.queues ?? queuesOn(base, nats)
  const around = { queues, pushCa: overrides.pushCa }
  const notifications = overrides.notifications ?? notificationsOn(base, around)
  const webhooks = overrides.webhooks ?? webhooksOn(base, queues)
  const live = overrides.live ?? liveOn(base, { signals, notifications })
  const places = [
    ...accountPlaces({ people: store.collection(allPeople), relations: store.collection(relations) }),
    ...comments.personalPlaces(),
    ...social.personalPlaces(),
    ...ads.personalPlaces(),
    ...moderation.personalPlaces(),
    ...notifications.personalPlaces(),
    eventsPlace(store.events),
    ...queuePlaces(store.collection(queueItems)),
    ...(nats === null ? [] : [natsPlace(nats, log)]),
    // It fails while they cannot be reached, and is tried again: nothing waits behind it.
    ...photos.personalPlaces(),
  ]
  const personal = new PersonalData({ places, erase: (by, id) => people.erase(by, id), now })
  const logins = new Logins({
    codes: store.collection(loginCodes),
    accounts,
    now,
    newCode: () => randomBytes(CODE_BYTES).toString('base64url'),
  })
  return { ...base, notifications, webhooks, signals, nats, queues, live, personal, logins, places }
}

/** What an org has decided for its discussions, read once for each state of it. */
function rulesIn(accounts: Accounts): ConstructorParameters<typeof Comments>[0]['rulesOf'] {
  const known = new WeakMap<OrgView, OrgRules>()
  return async (id) => {
    const org = await accounts.get(id)
    if (org === null) return null
    const rules = known.get(org) ?? { ...org, settings: readOrgSettings(org.settings) }
    known.set(org, rules)
    return rules
  }
}

/** Each needs the other: tokens tell of people, and an org says where more can be asked for. */
function accountsOn(
  store: Store,
  overrides: Overrides,
  {
    now,
    log,
    onBlocked,
    pictureAt,
  }: Pick<Context, 'now' | 'log'> & {
    onBlocked: (...pair: Parameters<Social['part']>) => Promise<void>
    pictureAt: (photo: string) => string
  },
): Pick<Context, 'people' | 'accounts'> {
  const people: People =
    overrides.people ??
    new People({
      people: store.collection(allPeople),
      relations: store.collection(relations),
      hookOf: (org) => accounts.hook(org, 'directoryHook'),
      onBlocked,
      pictureAt,
      now,
      newId: randomUUID,
      onFailure: (error) => log.warn({ err: error }, 'what a token told of a person could not be kept'),
    })
  const accounts: Accounts =
    overrides.accounts ??
    new Accounts({
      orgs: store.collection(orgs),
      apiKeys: store.collection(apiKeys),
      now,
      chance: realChance,
      log,
      tell: (profile, at) => people.tell(profile, at),
      personOf: (org, id) => people.get(org, id),
    })
  return { people, accounts }
}
