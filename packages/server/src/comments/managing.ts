import type { Actor } from '../api/actor.ts'
import { Refusal } from '../api/refusal.ts'
import type { Opening } from './discussions.ts'
import { changeEvent } from './events.ts'
import type { Author, Discussion, Resource, Settings } from './model.ts'
import type { Needs } from './needs.ts'
import { requireOwnPage } from './own-page.ts'
import { noDiscussion, requireMayManage, requireSameOrg } from './policy.ts'
import type { Command } from './posting.ts'
import { asModerator, situationAt } from './situation.ts'

/** Opens a discussion with its settings; one that is there is not changed. */
export async function openDiscussion(needs: Needs, actor: Actor, opening: Opening): Promise<Discussion> {
  await requireMayManageAt(needs, actor, opening)
  const { discussion, created } = await needs.discussions.open(opening)
  if (created) return discussion
  throw new Refusal('discussion-exists', `This resource has the discussion ${discussion._id} already: change that.`)
}

/** `settings`: null takes back what differs from the org's. How it is stored is changed by moving it. */
export type DiscussionChange = {
  title?: string | null
  url?: string | null
  settings?: { [K in keyof Omit<Settings, 'layout' | 'order'>]?: Settings[K] | null }
}

export async function changeDiscussion(needs: Needs, command: Command, change: DiscussionChange): Promise<Discussion> {
  const { actor, discussion: found } = await situationAt(needs, command.actor, command.ref)
  requireMayManage(actor, found.org)
  const rules = await needs.rulesOf(found.org)
  if (rules !== null) requireOwnPage(rules, change.url ?? null)
  const event = needs.world.newId()
  const at = new Date(needs.world.now()).toISOString()
  const { doc } = await needs.homes.discussions.change(found._id, (now, to) => {
    if (now === null) return null
    const { title = now.title, url = now.url } = change
    const settings = mergedSettings(now, change)
    const after = { title, url, settings }
    const told = changeEvent(now, { id: event, type: 'discussion', op: 'changed', at, after, actor: nameOf(actor) })
    return to.change({ $set: { title, url, settings }, $inc: { rev: 1 } }, { events: [told] })
  })
  needs.changed(found._id, event)
  return doc ?? found
}

export async function renameDiscussion(needs: Needs, command: Command, resource: Resource): Promise<Discussion> {
  const { actor, discussion: found } = await situationAt(needs, command.actor, command.ref)
  requireMayManage(actor, found.org)
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
  const may = await needs.mayOf(actor, org, resource)
  if (!may.see) throw noDiscussion()
  requireMayManage(asModerator(actor, may), org)
}

function mergedSettings({ settings }: Discussion, change: DiscussionChange): Partial<Settings> {
  const merged = Object.entries({ ...settings, ...change.settings }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged)
}
