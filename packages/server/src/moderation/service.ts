import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@palaver/store'
import type { Actor } from '../api/actor.ts'
import type { Hold, Judge, Secrets } from '../comments/service.ts'
import { act, type Wanted } from './acts.ts'
import { Addresses } from './addresses.ts'
import { auditLog, type AuditQuery } from './audit.ts'
import { type Verified, verifyChain } from './audit-chain.ts'
import { requireNotBanned } from './bans.ts'
import { beginBulk, bulkOf, type BulkWanted } from './bulk.ts'
import type { BulkShown } from './bulk-left.ts'
import * as all from './collections.ts'
import { authorId } from './consumers/authors.ts'
import type { PersonalPlace } from '../personal/service.ts'
import { moderationPlaces } from './erasing.ts'
import { decideHeld, type HeldDecision, holding, withdrawHeld } from './held.ts'
import { judging } from './judging.ts'
import { Memory } from './memory.ts'
import type { Act, AuditEntry, Held, Report, Rules } from './model.ts'
import type { Needs, World } from './needs.ts'
import type { PhaseNeeds } from './phases/phase.ts'
import type { Rule } from './phases/phases.ts'
import { requireAdmin } from './policy.ts'
import { caseQueue, heldIn, heldQueue, queueCounts } from './queue.ts'
import { recentHeld } from './recent-held.ts'
import { secretsIn } from './secrets.ts'
import { report, type Reporting, reportsOf } from './reports.ts'
import { OrgRules } from './rules.ts'
import { sanction, type Sanctioning } from './sanctions.ts'

export { moderationEvent } from './events.ts'
export { REPORT_REASONS, type ReportReason } from './model.ts'
export { alreadyDecided, requireModerator } from './policy.ts'
export { reasonField } from './routes/inputs.ts'

export type ModerationOptions = Pick<Needs, 'people' | 'hookOf' | 'hostDecides'> & {
  store: Store
  /** Comments and moderation each need the other: asked when it is needed. */
  comments: () => Needs['comments']
  world?: Partial<World>
}

type Tail<F> = F extends (needs: never, actor: Actor, asked: infer A) => infer R ? { asked: A; answer: R } : never

/** Moderation in domain verbs: what the routes, the command line and the other modules use. */
export class Moderation {
  readonly needs: Needs
  readonly rules: OrgRules
  readonly judge: Judge
  readonly hold: Hold
  readonly secrets: Secrets

  constructor({ store, comments, world: overrides = {}, ...asked }: ModerationOptions) {
    const world = { now: Date.now, newId: randomUUID, sleep: (ms: number) => wait(ms), ...overrides }
    this.needs = {
      ...asked,
      get comments() {
        return comments()
      },
      rules: store.collection(all.moderationRules),
      held: store.collection(all.held),
      acts: store.collection(all.acts),
      reports: store.collection(all.reports),
      cases: store.collection(all.cases),
      authors: store.collection(all.standingOf),
      audit: store.collection(all.audit),
      bulks: store.collection(all.bulks),
      addresses: new Addresses(store.collection(all.secrets)),
      log: store.events,
      world,
    }
    this.rules = new OrgRules(this.needs)
    this.judge = judging({ rules: this.rules, phases: phaseNeeds(this.needs) })
    this.hold = holding(this.needs)
    this.secrets = secretsIn(() => this.needs)
  }

  /** Where something of a person lies. */
  personalPlaces(): PersonalPlace[] {
    return moderationPlaces(this.needs)
  }

  /** Whether something still waits for a moderator. */
  async isWaiting(org: string, id: string): Promise<boolean> {
    const held = await this.needs.held.get(id)
    return held?.org === org && held.state === 'waiting'
  }

  /** Whether something of theirs waits in a discussion, or waited. */
  async hasHeld({ id }: Actor, discussion: string): Promise<boolean> {
    const { docs } = await this.needs.held.find({ where: { discussion, 'author.id': id }, limit: 1, next: false })
    return docs.length > 0
  }

  /** What may be kept of an address. */
  hashed(org: string, address: string | null): Promise<string | null> {
    return this.needs.addresses.hashed(org, address)
  }

  /** Refuses who is banned. */
  requireNotBanned(actor: Actor): Promise<void> {
    return requireNotBanned({ people: this.needs.people, now: this.needs.world.now }, actor)
  }

  async readRules(actor: Actor): Promise<Rules> {
    requireAdmin(actor)
    return this.rules.read(actor.org)
  }

  async putRules(actor: Actor, phases: Rule[], rev: number | null): Promise<Rules> {
    requireAdmin(actor)
    return this.rules.put(actor, phases, rev)
  }

  decideHeld(actor: Actor, id: string, decision: HeldDecision): Promise<Held> {
    return decideHeld(this.needs, { actor, id }, decision)
  }

  withdrawHeld(actor: Actor, id: string): Promise<void> {
    return withdrawHeld(this.needs, actor, id)
  }

  act(actor: Actor, wanted: Wanted & { key: string | null }): Promise<Act> {
    return act(this.needs, actor, wanted)
  }

  report(actor: Actor, reporting: Reporting): Promise<void> {
    return report(this.needs, actor, reporting)
  }

  reportsOf(actor: Actor, asked: Tail<typeof reportsOf>['asked']): Promise<{ reports: Report[]; next: string | null }> {
    return reportsOf(this.needs, actor, asked)
  }

  heldIn(actor: Actor, asked: Tail<typeof heldIn>['asked']): Tail<typeof heldIn>['answer'] {
    return heldIn(this.needs, actor, asked)
  }

  heldQueue(actor: Actor, asked: Tail<typeof heldQueue>['asked']): Tail<typeof heldQueue>['answer'] {
    return heldQueue(this.needs, actor, asked)
  }

  caseQueue(actor: Actor, asked: Tail<typeof caseQueue>['asked']): Tail<typeof caseQueue>['answer'] {
    return caseQueue(this.needs, actor, asked)
  }

  counts(actor: Actor): ReturnType<typeof queueCounts> {
    return queueCounts(this.needs, actor)
  }

  sanction(actor: Actor, sanctioning: Sanctioning): Promise<void> {
    return sanction(this.needs, actor, sanctioning)
  }

  auditLog(actor: Actor, query: AuditQuery): Promise<{ entries: AuditEntry[]; next: string | null }> {
    return auditLog(this.needs, actor, query)
  }

  /** Whether an org's audit log is as it was written, and still has the line whose hash was noted. */
  verifyAudit(org: string, noted: string | null = null): Promise<Verified> {
    return verifyChain(this.needs.audit, org, noted)
  }

  beginBulk(actor: Actor, wanted: BulkWanted & { key?: string | null }): Promise<BulkShown> {
    return beginBulk(this.needs, actor, wanted)
  }

  bulk(actor: Actor, id: string): Promise<BulkShown> {
    return bulkOf(this.needs, actor, id)
  }
}

function phaseNeeds({ people, hookOf, world, held, authors }: Needs): PhaseNeeds {
  return {
    now: world.now,
    memory: new Memory(),
    people,
    hookOf,
    publishedBy: async (org, person) => (await authors.get(authorId(org, person)))?.published ?? 0,
    heldTexts: recentHeld({ held, now: world.now }),
  }
}
