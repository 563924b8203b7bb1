import type { Actor } from '../api/actor.ts'
import type { Opening } from './discussions.ts'
import { DEFAULT_SETTINGS, type Discussion, type Resource } from './model.ts'
import type { Needs } from './needs.ts'
import { isOfPost, tellingOfPost } from './of-posts.ts'
import { requireOwnPage } from './own-page.ts'
import { requireThereFor } from './permission.ts'
import { mayNotComment, noDiscussion, requireMayPost, type Situation } from './policy.ts'
import type { Verdict } from './judging.ts'
import type { Command, Draft } from './posting.ts'
import { attachSecretly } from './secret.ts'
import type { OrgRules } from './settings.ts'
import { situationOf } from './situation.ts'

/** Where something is posted: a discussion, or one that its first comment will open. */
export type Venue = {
  found: Discussion | null
  maxLength: number
  /** Refuses what cannot be posted here, whatever it says. */
  admit: () => Promise<void>
  enter: (verdict: Verdict) => Promise<Situation>
}

/** Nothing is opened before `enter`: what is refused opens nothing. */
export async function venueOf(needs: Needs, command: Command, draft: Draft): Promise<Venue> {
  const { actor, ref } = command
  const found = await needs.discussions.find(ref)
  if (found !== null) {
    // Who says the first word there names neither what they reply to nor the discussion.
    if ('discussion' in ref || (draft.parent ?? null) !== null) await requireThereFor(needs, actor, found)
    const situation = await situationOf(needs, actor, found)
    const admit = async (): Promise<void> => {
      requireMayPost(situation)
      // Whether this is as secret as what it replies to shows when it is judged.
      await attachSecretly(needs, situation, draft.parent ?? null)
    }
    return { found, maxLength: situation.settings.maxLength, admit, enter: async () => situation }
  }
  const { opening, rules } = await openingFor(needs, command, draft)
  const enter = async ({ is }: Verdict): Promise<Situation> => {
    // What is held shows nothing of itself, neither by the title that it brings, nor that there is a discussion.
    const isUnseen = is === 'hold'
    const isBlank = isUnseen && !isOfPost(opening)
    const shown = isBlank ? { ...opening, title: null, url: null, tags: [] } : opening
    const { discussion } = await needs.discussions.open({ ...shown, isUnseen })
    return situationOf(needs, actor, discussion)
  }
  const maxLength = rules.settings.maxLength ?? DEFAULT_SETTINGS.maxLength
  return { found, maxLength, admit: async () => {}, enter }
}

/** Where the org allows it, the first comment opens the discussion; in a topic, where the topic does. */
async function openingFor(
  needs: Needs,
  { actor, ref }: Command,
  draft: Draft,
): Promise<{ opening: Opening; rules: OrgRules }> {
  const { parent = null, topic = null, title = null, url = null, tags = [] } = draft
  if (!('org' in ref) || ref.org !== actor.org || parent !== null) throw noDiscussion()
  if (isOfPost(ref)) {
    const ofPost = await openingRules(needs, actor, { ...ref, opensAnyhow: true })
    return { opening: { ...ref, ...(await tellingOfPost(needs.pageOfPost, ref, ofPost)) }, rules: ofPost }
  }
  const rules = await openingRules(needs, actor, { ...ref, opensAnyhow: topic !== null })
  requireOwnPage(rules, url)
  const filed = topic === null ? null : await needs.topics.startIn(actor, topic)
  return { opening: { ...ref, title, url, tags, topic: filed }, rules }
}

type Wanted = { resource: Resource; opensAnyhow: boolean }

/** Those of the org, where somebody may open something there. */
async function openingRules(needs: Needs, actor: Actor, { resource, opensAnyhow }: Wanted): Promise<OrgRules> {
  const thing = { ...resource, topic: null }
  const [rules, may] = await Promise.all([needs.rulesOf(actor.org), needs.mayOf(actor, actor.org, thing)])
  if (rules === null || !(rules.opensOnFirstComment || opensAnyhow) || !may.see) throw noDiscussion()
  if (!may.comment) throw mayNotComment()
  return rules
}
