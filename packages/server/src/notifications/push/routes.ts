import * as z from 'zod'
import { Refusal } from '../../api/refusal.ts'
import { defineRoute, type Route } from '../../api/route.ts'
import { requirePerson } from '../preferences/preferences.ts'
import { subscribeSchema, type Subscription } from './model.ts'
import type { WebPush } from './push.ts'

const tag = 'Push'
const path = '/v1/me/push/subscriptions'

const subscriptionSchema = z
  .object({
    id: z.string(),
    person: z
      .string()
      .meta({ description: 'Whom messages are for; each names it, for the service worker to compare.' }),
    endpoint: z.string(),
    key: z.string().meta({ description: 'The public key it was made with: subscribe again where it is an older one.' }),
    language: z.string(),
    created: z.iso.datetime(),
    refreshed: z.iso.datetime(),
  })
  .meta({ id: 'PushSubscription' })

export const pushRoutes = (push: WebPush): Route[] => [
  keyRoute(push),
  subscribeRoute(push),
  listRoute(push),
  removeRoute(push),
]

const keyRoute = ({ keys, sending }: WebPush): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/push/key',
    name: 'getPushKey',
    auth: 'none',
    tag,
    summary: 'The key that browsers subscribe to Web Push with; null where the service sends none',
    answers: { 200: z.object({ key: z.string().nullable() }).meta({ id: 'PushKey' }) },
    handle: async () => ({ body: { key: sending === null ? null : (await keys.current()).publicKey } }),
  })

const subscribeRoute = ({ sending, subscriptions }: WebPush): Route =>
  defineRoute({
    method: 'POST',
    path,
    name: 'addPushSubscription',
    auth: 'required',
    tag,
    summary: 'Has push messages for the person who is signed in sent to this browser, and for nobody else',
    body: subscribeSchema,
    answers: { 200: subscriptionSchema },
    handle: async ({ body, actor }) => {
      if (sending === null)
        throw new Refusal('invalid', 'This service sends no push messages: PALAVER_PUSH_CONTACT is not set.')
      return { body: shown(await subscriptions.subscribe(actor, body)) }
    },
  })

const listRoute = ({ subscriptions }: WebPush): Route =>
  defineRoute({
    method: 'GET',
    path,
    name: 'listPushSubscriptions',
    auth: 'required',
    tag,
    summary: "One's own browsers that are sent push messages, the one heard of last first",
    answers: { 200: z.object({ subscriptions: z.array(subscriptionSchema) }).meta({ id: 'PushSubscriptions' }) },
    handle: async ({ actor }) => {
      requirePerson(actor)
      return { body: { subscriptions: (await subscriptions.of(actor)).map(shown) } }
    },
  })

const removeRoute = ({ subscriptions }: WebPush): Route =>
  defineRoute({
    method: 'DELETE',
    path: `${path}/{subscription}`,
    name: 'removePushSubscription',
    auth: 'required',
    tag,
    summary: 'Sends this browser nothing any more: to be called as somebody signs out',
    params: z.object({ subscription: z.string().regex(/^[\w-]{32}$/, 'must be the id of a subscription') }),
    answers: { 204: 'It is not there, or not any more.' },
    handle: async ({ params: { subscription }, actor }) => {
      requirePerson(actor)
      await subscriptions.unsubscribe(actor, subscription)
      return {}
    },
  })

const shown = ({
  _id,
  person,
  endpoint,
  key,
  language,
  created,
  refreshed,
}: Subscription): z.input<typeof subscriptionSchema> => ({
  id: _id,
  person,
  endpoint,
  key,
  language,
  created,
  refreshed,
})
