import { signingKeys } from './ads/collections.ts'
import { adCounter } from './ads/metrics.ts'
import { Ads } from './ads/service.ts'
import { Keys } from './ads/tracking/keys.ts'
import { Tokens } from './ads/tracking/tokens.ts'
import { realWorld } from './comments/world.ts'
import type { Context } from './context.ts'
import type { FilesKey } from './files/model.ts'
import { warned } from './telling.ts'

type Around = Pick<
  Context,
  'config' | 'log' | 'now' | 'random' | 'store' | 'comments' | 'topics' | 'photos' | 'metrics'
> & {
  filesKey: FilesKey
}

/** Ads, and what they ask of discussions, topics and pictures. */
export function adsOn({ config, log, now, random, store, comments, topics, photos, metrics, filesKey }: Around): Ads {
  return new Ads({
    store,
    world: { ...realWorld, now, random },
    secret: filesKey.key,
    tokens: new Tokens(new Keys({ keys: store.collection(signingKeys), now })),
    photos,
    lineOf: async ({ org, actor }, topic) =>
      (await topics.sees(actor, org, topic)) ? (await topics.lineOf(org, topic)).flat() : [],
    topicOf: (org, resource) => comments.topicOf(org, resource),
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
