import { expect } from 'vitest'
import { personId } from '../../accounts/service.ts'
import type { Actor, Role } from '../../api/actor.ts'
import type { Context } from '../../context.ts'
import { tellings } from '../collections.ts'
import type { MailServer } from '../email/testing/mail-server.ts'
import type { PushService } from '../push/testing/push-service.ts'

export const ORG = 'main'

export const actor = (name: string, role: Role = 'member'): Actor => ({
  org: ORG,
  id: personId(ORG, name),
  name,
  role,
  kind: 'person',
  hostId: name,
})
export const idOf = (name: string): string => actor(name).id
export const addressOf = (name: string): string => `${name}@x.example`
export const ADMIN = actor('root', 'admin')

/** The service, with what stands at its ends. */
export type World = {
  context: Context
  clock: { now: number }
  mail: MailServer
  pushes: PushService
  discussion: string
  /** Until all that can be done at this time is done. */
  settled: () => Promise<void>
}

/** What people do. */
export function actsIn({ context, clock, pushes, discussion, settled }: World) {
  const { comments, notifications, people, queues } = context
  const ref = { discussion }
  const turned = async (isToRest: boolean, names: readonly string[]): Promise<void> => {
    for (const name of names) await queues[isToRest ? 'pause' : 'resume'](name, 'operator')
    for (const name of names) await expect.poll(() => queues.isPaused(name)).toBe(isToRest)
    await settled()
  }
  return {
    say: async (name: string, text: string, parent: string | null = null) => {
      clock.now += 1
      const { event, comment, notices } = await comments.post({ actor: actor(name), ref }, { text, parent })
      return { event, slug: comment.slug, comment, notices }
    },
    edit: async (name: string, slug: string, text: string) => {
      clock.now += 1
      return (await comments.edit({ actor: actor(name), ref }, { slug, text })).event
    },
    remove: (name: string, slug: string) => comments.delete({ actor: actor(name), ref }, slug),
    level: (name: string, level: Parameters<typeof notifications.levels.set>[2]) =>
      notifications.levels.set(actor(name), ref, level),
    choose: (name: string, patch: Parameters<typeof notifications.preferences.change>[1]) =>
      notifications.preferences.change(actor(name), patch, { ifMatch: null }),
    relate: (name: string, kind: 'mute' | 'block', to: string) => people.relations.add(actor(name), kind, idOf(to)),
    browser: async (name: string) => {
      const device = pushes.subscribe()
      await notifications.push.subscriptions.subscribe(actor(name), device.subscription)
      return device
    },
    pass: async (ms: number): Promise<void> => {
      clock.now += ms
      await settled()
    },
    pause: (...names: string[]) => turned(true, names),
    resume: (...names: string[]) => turned(false, names),
  }
}

/** What became of it. */
export function looksAt({ context, mail }: World) {
  const { notifications, store } = context
  const { centre, explainer } = notifications
  return {
    mailsTo: (name: string) => mail.mails.filter(({ recipient }) => recipient === addressOf(name)),
    unread: async (name: string) => (await centre.counts(actor(name))).unread.count,
    inbox: async (name: string) => (await centre.list(actor(name), { filter: 'all', limit: 50, cursor: null })).entries,
    /** By channel, what is said to whoever asks why they were told, or not. */
    why: async (event: string, name: string): Promise<Record<string, string>> => {
      const { channels } = await explainer.explain(ADMIN, { event, user: idOf(name) })
      return Object.fromEntries(channels.map(({ channel, state, why }) => [channel, why ?? state]))
    },
    tellingOf: (event: string, channel: 'email' | 'push', name: string) =>
      store.collection(tellings).get(`${event}~${channel}~${idOf(name)}`),
  }
}
