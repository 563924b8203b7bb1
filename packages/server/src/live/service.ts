import type { Accounts } from '../accounts/service.ts'
import type { Actor } from '../api/actor.ts'
import type { Line } from '../api/line.ts'
import { Refusal } from '../api/refusal.ts'
import { type Comments, isOfPost, type Resource } from '../comments/service.ts'
import { type CapOptions, Caps } from './caps.ts'
import { NOWHERE } from './feed.ts'
import { frameBytes } from './frame.ts'
import { Hub, type HubNeeds } from './hub.ts'
import type { EndReason, Listener } from './stream.ts'
import { type StreamTicket, Tickets } from './tickets.ts'
import type { Unopened } from './waiting.ts'
import type { Collection } from '@palaver/store'

type Ref = Parameters<Comments['shown']>[1]

export type LiveNeeds = Omit<HubNeeds, 'comments'> & {
  comments: Pick<Comments, 'numbers' | 'current' | 'head' | 'shown' | 'foreseen'>
  accounts: Pick<Accounts, 'identify' | 'known'>
  /** Whether the org's host is asked who may see what. */
  hostDecides: (org: string) => Promise<boolean>
  requireNotBanned: (actor: Actor) => Promise<void>
  tickets: Collection<StreamTicket>
  now: () => number
  newSecret: () => string
  caps: CapOptions
}

/** Who wants to listen: by a token, by a ticket, or as nobody. */
export type Asker = {
  actor: Actor | null
  token: string | null
  ticket: string | null
  address: string
  /** Id of the last frame that the client has. */
  since: string | null
}

/** What the edge needs to begin it. */
export type Opened = { org: string; live: (line: Line) => void }

/** Streams of what happens, for discussions and for people. */
export class Live {
  readonly #needs: LiveNeeds
  readonly #hub: Hub
  readonly #caps: Caps
  readonly #tickets: Tickets

  constructor(needs: LiveNeeds) {
    this.#needs = needs
    this.#hub = new Hub(needs)
    this.#caps = new Caps(needs.caps)
    this.#tickets = new Tickets(needs)
  }

  /** Streams that are open on this node. */
  get size(): number {
    return this.#hub.size
  }

  /** For a browser, which cannot send a token with its stream; `ref` is null for the caller's own. */
  async ticket(actor: Actor, token: string, ref: Ref | null): Promise<{ ticket: string; expires: string }> {
    const target = ref === null ? ME : (await this.#needs.comments.shown(actor, ref))._id
    return this.#tickets.issue({ token, org: actor.org, target })
  }

  /** Who waits knows of no discussion of that name: where there is none it opens all the same. */
  async discussion(asker: Asker, refFor: (actor: Actor | null) => Ref, waits = false): Promise<Opened> {
    const who = await this.#identified(asker)
    const { comments } = this.#needs
    const ref = refFor(who.actor)
    if (!waits || !('org' in ref)) return this.#known(asker, who, await comments.shown(who.actor, ref))
    const found = await comments.foreseen(who.actor, ref)
    if (found === null) return this.#awaited(asker, who, ref)
    return this.#known({ ...asker, since: asker.since ?? NOWHERE }, who, found)
  }

  #known({ since, address }: Asker, { actor, token, target }: Who, found: Found): Opened {
    const { _id: id, org } = found
    if (target !== null && target !== id) throw elsewhere()
    const look = (): Promise<unknown> => this.#needs.comments.shown(actor, { discussion: id })
    const check = this.#checking({ actor, token }, found, look)
    return this.#opened({ org, actor, address, check }, (feed, stream) =>
      feed.followDiscussion(stream, { id, org, post: postOf(found) }, since),
    )
  }

  #awaited({ address }: Asker, { actor, token, target }: Who, ref: Unopened): Opened {
    if (target !== null) throw elsewhere()
    const { org } = ref
    const look = (): Promise<Found | null> => this.#needs.comments.foreseen(actor, ref)
    const check = this.#checking({ actor, token }, ref, look)
    return this.#opened({ org, actor, address, check }, (feed, stream) =>
      feed.awaitDiscussion(stream, ref, async () => {
        const found = await look()
        return found === null ? null : { id: found._id, org, post: postOf(found) }
      }),
    )
  }

  person(asker: Asker): Promise<Opened> {
    return this.#own(asker, 'Notifications are', (feed, stream, actor) => feed.followInbox(stream, actor, asker.since))
  }

  /** What comes into somebody's news, and what goes. */
  news(asker: Asker): Promise<Opened> {
    return this.#own(asker, 'News are', (feed, stream, actor) => feed.followNews(stream, actor, asker.since))
  }

  async #own(asker: Asker, what: string, begin: BeginOwn): Promise<Opened> {
    const { actor, token, target } = await this.#identified(asker)
    if (actor === null) throw new Refusal('unauthenticated', 'Say who you are: send a token, or a ticket for this.')
    if (target !== null && target !== ME) throw elsewhere()
    if (actor.kind !== 'person') throw new Refusal('forbidden', `${what} for people who are signed in.`)
    const { org } = actor
    const check = (): Promise<EndReason | null> => this.#tokenOver(actor, token)
    return this.#opened({ org, actor, address: asker.address, check }, (feed, stream) => begin(feed, stream, actor))
  }

  async #identified({ actor, token, ticket }: Asker): Promise<Who> {
    const redeemed = ticket === null ? null : await this.#tickets.redeem(ticket)
    const who = redeemed === null ? actor : await this.#needs.accounts.identify(redeemed.token)
    if (who !== null && who.kind !== 'server') await this.#needs.requireNotBanned(who)
    return { actor: who, token: redeemed?.token ?? token, target: redeemed?.target ?? null }
  }

  #opened({ org, actor, address, check }: Opening, begin: Parameters<Hub['open']>[2]): Opened {
    const viewer = actor === null || actor.kind === 'server' ? null : { org: actor.org, id: actor.id }
    const holder = { viewer, address }
    this.#caps.require(holder)
    const live = (line: Line): void => {
      try {
        this.#caps.require(holder)
      } catch {
        line.end(frameBytes({ id: null, event: 'end', data: { reason: 'too-many-streams' } }))
        return
      }
      line.onClose(this.#caps.take(holder))
      const listener: Listener = { line, viewer, check }
      this.#hub.open(org, listener, begin)
    }
    return { org, live }
  }

  /** Bans and erasures are told by the log; of people nothing else is asked while the token is known to hold. */
  async #tokenOver(actor: Actor | null, token: string | null): Promise<EndReason | null> {
    if (actor === null || token === null) return null
    const { accounts } = this.#needs
    if (actor.kind === 'person' && accounts.known(token) !== undefined) return null
    return reasonOf(() => accounts.identify(token))
  }

  /** `look` is refused once the host lets them see it no more. */
  #checking(
    { actor, token }: Omit<Who, 'target'>,
    of: { org: string; resource: Resource },
    look: () => Promise<unknown>,
  ): Listener['check'] {
    const accessOver = async (): Promise<EndReason | null> =>
      isOfPost(of) || (await this.#needs.hostDecides(of.org)) ? reasonOf(look) : null
    return async () => (await this.#tokenOver(actor, token)) ?? (await accessOver())
  }
}

type Found = { _id: string; org: string; resource: Resource }

const postOf = (found: Found): string | null => (isOfPost(found) ? found.resource.id : null)

type Begin = Parameters<Hub['open']>[2]
type BeginOwn = (...begun: [...Parameters<Begin>, actor: Actor]) => Promise<void>
/** `target` is what the ticket was for that they came with. */
type Who = { actor: Actor | null; token: string | null; target: string | null }

type Opening = { org: string; actor: Actor | null; address: string; check: Listener['check'] }

const ME = 'me'

const elsewhere = (): Refusal => new Refusal('unauthenticated', 'This ticket is for another stream.')

const REASONS: Readonly<Record<string, EndReason>> = {
  'token-expired': 'token-expired',
  unauthenticated: 'unauthenticated',
  'host-unavailable': 'host-unavailable',
}

/** Why it is refused, where it is. */
async function reasonOf(ask: () => Promise<unknown>): Promise<EndReason | null> {
  try {
    await ask()
    return null
  } catch (error) {
    if (error instanceof Refusal) return REASONS[error.code] ?? 'no-access'
    throw error
  }
}
