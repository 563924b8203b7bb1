import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Subscriptions } from './subscriptions.ts'

export const pushPlaces = (subscriptions: Subscriptions): PersonalPlace[] => [
  {
    name: 'push subscriptions',
    items: (whose) => items(subscriptions, whose),
    erase: (whose) => subscriptions.eraseAll(whose),
  },
]

/** Without the keys, which are for this service and the browser alone. */
async function* items(subscriptions: Subscriptions, whose: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (const { endpoint, language, created, refreshed } of await subscriptions.of(whose))
    yield { endpoint, language, created, refreshed }
}
