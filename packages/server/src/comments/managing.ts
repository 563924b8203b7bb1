import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Opening, Told } from './discussions.ts'
import type { Author, Discussion, Resource, Settings } from './model.ts'
import type { Needs } from './needs.ts'
import { requireOfHost, requireOnlySettings } from './of-posts.ts'
import { requireOwnPage } from './own-page.ts'
import { asModerator } from './permission.ts'
import { noDiscussion, requireMayManage, requireSameOrg } from './policy.ts'
import type { Command } from './posting.ts'
import { letBeSeen } from './showing.ts'
import { situationAt } from './situation.ts'

/** Opens a discussion with its settings; one that is there is not changed. */
export async function openDiscussion(needs: Needs, actor: Actor, opening: Opening): Promise<Discussion> {
  requireOfHost(opening.resource)
  await requireMayManageAt(needs, actor, opening)
  const { topic = null } = opening
  const filed = topic === null ? null : await needs.topics.startIn(actor, topic)
  const { discussion, created } = await needs.discussions.open({ ...opening, topic: filed })
  if (created) return discussion
  throw new Refusal('discussion-exists', `This resource has the discussion ${discussion._id} already: change that.`)
}

/** `settings`: null takes back what differs from the org's. How it is stored is changed by moving it. */
export type DiscussionChange = {
  title?: string | null
  url?: string | null
  topic?: string | null
  tags?: readonly string[]
  settings?: { [K in keyof Omit<Settings, 'layout' | 'order'>]?: Settings[K] | null }
  /** The revisions that may be changed; null for any. */
  revs?: readonly number[] | null
}

export async function changeDiscussion(needs: Needs, command: Command, change: DiscussionChange): Promise<Discussion> {
  const { actor, discussion: found } = await situationAt(needs, command.actor, command.ref)
  requireMayManage(actor, found.org)
  requireOnlySettings(found, change)
  const rules = await needs.rulesOf(found.org)
  if (rules !== null) requireOwnPage(rules, change.url ?? null)
  const wanted = change.topic ?? null
  const topic = wanted === null ? change.topic : await needs.topics.fileIn(actor, wanted)
  const event = needs.world.newId()
  let before = found.topic ?? null
  const doc = await needs.discussions.change(found._id, { event, by: nameOf(actor) }, (now) => {
    requireSeen(now, change)
    before = now.topic ?? null
    return {
      title: change.title === undefined ? now.title : change.title,
      url: change.url === undefined ? now.url : change.url,
      topic: topic === undefined ? before : topic,
      tags: [...(change.tags ?? now.tags ?? [])],
      settings: mergedSettings(now, change),
    }
  })
  await letBeSeen(needs, found)
  if (doc !== null && doc.topic !== before) await needs.topics.left(doc._id, doc.rev)
  needs.changed(found._id, event)
  return doc ?? found
}

function requireSeen({ rev }: Discussion, { revs = null }: DiscussionChange): void {
  if (revs === null || revs.includes(rev)) return
  throw new Refusal(
    'changed-meanwhile',
    `The discussion has changed and is at revision ${rev} now: read it again first.`,
  )
}

/** From the topic that it is in to another, which has taken over what was there; nothing where it has left already. */
export async function refileDiscussion(needs: Needs, id: string, { from, to }: Refiling): Promise<void> {
  const event = needs.world.newId()
  await needs.discussions.change(id, { event, by: null }, (now) =>
    now.topic === from ? { ...toldOf(now), topic: to } : null,
  )
  needs.changed(id, event)
}

export type Refiling = { from: string; to: string | null }

const toldOf = ({ title, url, topic = null, tags = [], settings }: Discussion): Told => ({
  title,
  url,
  topic,
  tags,
  settings,
})

export async function renameDiscussion(needs: Needs, command: Command, resource: Resource): Promise<Discussion> {
  const { actor, discussion: found } = await situationAt(needs, command.actor, command.ref)
  requireMayManage(actor, found.org)
  requireOfHost(found.resource, resource)
  await requireMayManageAt(needs, command.actor, { org: found.org, resource })
  const event = needs.world.newId()
  const renamed = await needs.discussions.rename(found, { resource, event, by: nameOf(actor) })
  needs.changed(found._id, event)
  return renamed
}

const nameOf = ({ id, name }: Actor): Author => ({ id, name })

/** Where the host hides a resource, or lets others moderate it, what is there does not show. */
async function requireMayManageAt(
  needs: Needs,
  actor: Actor,
  { org, resource }: Pick<Opening, 'org' | 'resource'>,
): Promise<void> {
  requireSameOrg(actor, { org })
  const may = await needs.mayOf(actor, org, { ...resource, topic: null })
  if (!may.see) throw noDiscussion()
  requireMayManage(asModerator(actor, may), org)
}

function mergedSettings({ settings }: Discussion, change: DiscussionChange): Partial<Settings> {
  const merged = Object.entries({ ...settings, ...change.settings }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged)
}
