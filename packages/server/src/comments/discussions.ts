import { createHash } from 'node:crypto'
import { type Collection, Duplicate } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import { changeEvent } from './events.ts'
import type { Alias, Author, Discussion, Resource, Settings } from './model.ts'
import { DEFAULT_SETTINGS } from './model.ts'
import { requireOwnPage } from './own-page.ts'
import { noDiscussion } from './policy.ts'
import type { OrgRules } from './settings.ts'
import type { World } from './world.ts'
import { filingOf } from './filing.ts'

/** A discussion is named by its own id, which never changes, or by the resource it belongs to. */
export type Ref = { discussion: string } | Name
export type Name = { org: string; resource: Resource }

export type Opening = {
  org: string
  resource: Resource
  title?: string | null
  url?: string | null
  topic?: string | null
  tags?: readonly string[]
  settings?: Partial<Settings>
  /** By what is held. */
  isUnseen?: boolean
}

/** What moderators say of a discussion. */
export type Told = Required<Pick<Discussion, 'title' | 'url' | 'topic' | 'tags' | 'settings'>>

/** `event` tells of it. */
type Renaming = { resource: Resource; event: string; by: Author }

/** What is asked for often, of many. */
export type Head = Pick<Discussion, '_id' | 'org' | 'resource' | 'comments' | 'topic' | 'isUnseen'>
const HEAD = { org: 1, resource: 1, comments: 1, topic: 1, isUnseen: 1 } as const

type Needs = {
  discussions: Collection<Discussion>
  aliases: Collection<Alias>
  rulesOf: (org: string) => Promise<OrgRules | null>
  world: World
}

/** Aliases never change, so those that were met are remembered. */
const MOST_REMEMBERED = 50_000

/** A thing by the names that its org has for it, … */
const nameOf = (org: string, { type, id }: Resource): string => JSON.stringify([org, type, id])

/** … and the id of its alias. */
const aliasId = (name: string): string => createHash('sha256').update(name).digest('base64url')

export class Discussions {
  readonly #needs: Needs
  readonly #remembered = new Map<string, string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async find(ref: Ref): Promise<Discussion | null> {
    if ('discussion' in ref) return this.#needs.discussions.get(ref.discussion)
    const id = await this.#named(nameOf(ref.org, ref.resource))
    return id === null ? null : this.#needs.discussions.get(id)
  }

  /** Those of things of one type, in as few queries as there can be. */
  async many(org: string, type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Discussion>> {
    const { aliases, discussions } = this.#needs
    const idOf = new Map<string, string>()
    const unknown = new Map<string, string>()
    for (const id of ids) {
      const known = this.#remembered.get(nameOf(org, { type, id }))
      if (known === undefined) unknown.set(aliasId(nameOf(org, { type, id })), id)
      else idOf.set(known, id)
    }
    const named = await inTurns([...unknown.keys()], (_id, limit) =>
      aliases.find({ where: { _id }, limit, next: false }),
    )
    for (const { _id, discussion } of named) {
      const id = unknown.get(_id) ?? ''
      this.#remember(nameOf(org, { type, id }), discussion)
      idOf.set(discussion, id)
    }
    const found = await inTurns([...idOf.keys()], (_id, limit) =>
      discussions.find({ where: { _id }, limit, next: false }),
    )
    return new Map(found.map((one) => [idOf.get(one._id) ?? '', one]))
  }

  async require(ref: Ref): Promise<Discussion> {
    const found = await this.find(ref)
    if (found === null) throw noDiscussion()
    return found
  }

  /** The same without the comments that it may hold. */
  async head(ref: Ref): Promise<Head | null> {
    const id = 'discussion' in ref ? ref.discussion : await this.#named(nameOf(ref.org, ref.resource))
    if (id === null) return null
    const { docs } = await this.#needs.discussions.find({ where: { _id: id }, limit: 1, project: HEAD })
    return (docs[0] as Head | undefined) ?? null
  }

  /**
   * The alias decides between rivals and names the discussion; who finds an alias without its discussion makes it.
   * `created` is false when it was there.
   */
  async open(opening: Opening): Promise<{ discussion: Discussion; created: boolean }> {
    const { org, resource } = opening
    const rules = await this.#rules(org)
    requireOwnPage(rules, opening.url ?? null)
    const { discussions, world } = this.#needs
    const id = await this.#name(nameOf(org, resource), { org, resource, discussion: world.newId() })
    const found = await discussions.get(id)
    if (found !== null) return { discussion: found, created: false }
    const discussion = this.#blank(id, opening, rules)
    const event = changeEvent(discussion, {
      id: `${id}.opened`,
      op: 'opened',
      type: 'discussion',
      at: discussion.created,
      ...openedWith(discussion),
    })
    try {
      await discussions.insert(discussion, { events: [event] })
      return { discussion, created: true }
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      return { discussion: await this.require({ discussion: id }), created: false }
    }
  }

  /** Gives the resource another name; the old one still leads here. A repeat finishes what was begun. */
  async rename(discussion: Discussion, { resource, event, by }: Renaming): Promise<Discussion> {
    const { discussions, world } = this.#needs
    const alias = { org: discussion.org, resource, discussion: discussion._id }
    const named = await this.#name(nameOf(discussion.org, resource), alias)
    if (named !== discussion._id)
      throw new Refusal('resource-taken', 'Another discussion has that name: choose another name.')
    const at = new Date(world.now()).toISOString()
    const { doc } = await discussions.change(discussion._id, (now, to) => {
      if (now === null || (now.resource.type === resource.type && now.resource.id === resource.id)) return null
      const change = {
        id: event,
        op: 'renamed',
        type: 'discussion',
        at,
        before: now.resource,
        after: resource,
        actor: by,
      } as const
      return to.change({ $set: { resource }, $inc: { rev: 1 } }, { events: [changeEvent(now, change)] })
    })
    return doc ?? discussion
  }

  /** What is said of it, in one write that tells how it was filed before and afterwards; null leaves it as it is. */
  async change(
    id: string,
    { event, by }: { event: string; by: Author | null },
    decide: (now: Discussion) => Told | null,
  ): Promise<Discussion | null> {
    const { discussions, world } = this.#needs
    const at = new Date(world.now()).toISOString()
    const { doc } = await discussions.change(id, (now, to) => {
      const set = now === null ? null : decide(now)
      if (now === null || set === null) return null
      const before = { filing: filingOf(now) }
      const after = { ...set, filing: filingOf({ ...now, ...set }) }
      const told = {
        id: event,
        type: 'discussion',
        op: 'changed',
        at,
        before,
        after,
        ...(by !== null && { actor: by }),
      }
      return to.change(
        { $set: set, $inc: { rev: 1 } },
        { events: [changeEvent(now, told as Parameters<typeof changeEvent>[1])] },
      )
    })
    return doc
  }

  async #rules(org: string): Promise<OrgRules> {
    const rules = await this.#needs.rulesOf(org)
    if (rules === null) throw new Refusal('org-not-found', 'There is no org of that id: `palaver org` lists them.')
    return rules
  }

  async #named(name: string): Promise<string | null> {
    const known = this.#remembered.get(name)
    if (known !== undefined) return known
    const found = await this.#needs.aliases.get(aliasId(name))
    if (found === null) return null
    this.#remember(name, found.discussion)
    return found.discussion
  }

  #remember(name: string, discussion: string): void {
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(name, discussion)
  }

  /** Whose name it is: the given discussion's, or that of whoever came first. */
  async #name(name: string, alias: Omit<Alias, '_id'>): Promise<string> {
    const known = await this.#named(name)
    if (known !== null) return known
    try {
      await this.#needs.aliases.insert({ _id: aliasId(name), ...alias })
      return alias.discussion
    } catch (error) {
      if (!(error instanceof Duplicate)) throw error
      return (await this.#named(name)) ?? alias.discussion
    }
  }

  #blank(_id: string, opening: Opening, rules: OrgRules): Discussion {
    const { org, resource, title, url, topic = null, tags = [], settings = {}, isUnseen = false } = opening
    const { layout, order, ...own } = settings
    const { world } = this.#needs
    const home = `h${world.newId()}`
    return {
      _id,
      org,
      resource,
      title: title ?? null,
      url: url ?? null,
      topic,
      tags: [...tags],
      ...(isUnseen && { isUnseen }),
      created: new Date(world.now()).toISOString(),
      settings: own,
      layout: layout ?? rules.settings.layout ?? DEFAULT_SETTINGS.layout,
      order: order ?? rules.settings.order ?? DEFAULT_SETTINGS.order,
      home,
      epoch: 1,
      switching: null,
      moving: null,
      arrived: null,
      cuts: [],
      comments: 0,
      counted: 0,
      rev: 1,
      embedded: {},
    }
  }
}

const AT_ONCE = 100

async function inTurns<T>(
  ids: readonly string[],
  find: (some: { $in: string[] }, limit: number) => Promise<{ docs: T[] }>,
): Promise<T[]> {
  const found: T[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    found.push(...(await find({ $in: some }, some.length)).docs)
  }
  return found
}

/** Where it is in a topic, that is told; of others there is nothing more to say. */
function openedWith(discussion: Discussion): { after?: unknown } {
  const { topic = null, tags } = discussion
  return topic === null ? {} : { after: { topic, tags, filing: filingOf(discussion) } }
}
