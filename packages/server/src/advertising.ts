import { signingKeys } from './ads/collections.ts'
import { adCounter } from './ads/metrics.ts'
import { Ads } from './ads/service.ts'
import { Keys } from './ads/tracking/keys.ts'
import { Tokens } from './ads/tracking/tokens.ts'
import { realWorld } from './comments/world.ts'
import type { Context } from './context.ts'
import { filesKeys } from './files/collections.ts'
import { filesKey } from './files/tickets.ts'
import { warned } from './telling.ts'

type Around = Pick<Context, 'config' | 'log' | 'now' | 'random' | 'store' | 'topics' | 'photos' | 'metrics'>

/** Ads, and what they ask of topics and pictures. */
export async function adsOn({ config, log, now, random, store, topics, photos, metrics }: Around): Promise<Ads> {
  const { key } = await filesKey(store.collection(filesKeys))
  return new Ads({
    store,
    world: { ...realWorld, now, random },
    secret: key,
    tokens: new Tokens(new Keys({ keys: store.collection(signingKeys), now })),
    photos,
    lineOf: async ({ org, actor }, topic) =>
      (await topics.sees(actor, org, topic)) ? (await topics.lineOf(org, topic)).flat() : [],
    topicName: async (org, topic) => {
      const isOpen = await topics.sees(null, org, topic)
      return isOpen ? ((await topics.find(org, topic))?.topic.name ?? null) : null
    },
    limitMs: config.adsLimitMs,
    countryField: config.trustProxy === 0 ? null : config.countryField,
    count: adCounter(metrics.registry),
    onError: warned(log, 'ads could not be decided on, and none were shown'),
  })
}
