import type { Actor } from '../../api/actor.ts'
import { Refusal } from '../../api/refusal.ts'
import { moderationEvent, type ReportReason } from '../../moderation/service.ts'
import type { Post } from '../model.ts'
import { requireSeen } from '../posts/writing.ts'
import { momentOf } from '../world.ts'
import type { PostCase, PostReport } from './model.ts'
import type { PostModerationNeeds } from './needs.ts'

/** So many against one post are enough: what comes behind changes nothing. */
const MOST_REPORTS = 500

export type PostReporting = { reason: ReportReason; text: string | null }

/** By who may see it, once a person: a second report takes the place of the first. */
export async function reportPost(
  needs: PostModerationNeeds,
  actor: Actor,
  { id, ...said }: PostReporting & { id: string },
): Promise<void> {
  if (actor.kind !== 'person') throw new Refusal('forbidden', 'Only people can report posts: sign in.')
  await needs.comments().needs.requireNotBanned(actor)
  const post = await requireSeen(needs, actor, id)
  if (post.author === actor.id) throw new Refusal('forbidden', 'Nobody reports what they wrote themselves: delete it.')
  const report = { person: actor.id, ...said, at: momentOf(needs.world) }
  const told = toldOf(needs, { post, actor, report })
  await needs.postCases.change(post._id, (now, to) => {
    if (now === null) return to.insert(opened(post, report), { events: [told] })
    const earlier = now.reports.find(({ person }) => person === actor.id)
    if (earlier === undefined && now.reports.length >= MOST_REPORTS) return null
    const reports = [...now.reports.filter((one) => one !== earlier), report]
    // Who says the same once more does not open again what was decided.
    if (earlier?.reason === report.reason)
      return earlier.text === report.text ? null : to.change({ $set: { reports: reports.map(atFirst(earlier)) } })
    const { at } = now.state === 'open' ? now : report
    const reporters = reports.map(({ person }) => person)
    return to.change({ $set: { reports, reporters, state: 'open', at } }, { events: [told] })
  })
}

const atFirst =
  ({ person, at }: PostReport) =>
  (report: PostReport): PostReport =>
    report.person === person ? { ...report, at } : report

const opened = ({ _id, org }: Post, report: PostReport): PostCase => ({
  _id,
  org,
  state: 'open',
  at: report.at,
  reports: [report],
  reporters: [report.person],
})

type Told = { post: Post; actor: Actor; report: PostReport }

const toldOf = ({ world }: PostModerationNeeds, { post, actor, report }: Told) =>
  moderationEvent({
    id: world.newId(),
    org: post.org,
    op: 'post-reported',
    at: report.at,
    by: actor,
    about: { post: post._id, person: post.author, reason: report.reason },
  })
