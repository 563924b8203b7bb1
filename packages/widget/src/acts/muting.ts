import { mute as sendMute } from '@palaver/client/people'
import type { Own } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { noticing } from './at-once.ts'
import { palaverOf } from './client.ts'
import { lookAt } from './own.ts'
import { ownOf } from './voting.ts'

/** What somebody writes is hidden from now on, or shown again; says whether it was taken. */
export async function mute(store: Store, { person, on }: { person: string; on: boolean }): Promise<boolean> {
  const slugs = slugsOf(store, person)
  hide(store, slugs, on)
  const isTaken = await noticing(store, () => sendMute(palaverOf(store), { person, on }))
  if (!isTaken) hide(store, slugs, !on)
  // Who is blocked stays hidden.
  else if (!on) await noticing(store, () => lookAt(store, slugs))
  return isTaken
}

const slugsOf = ({ state }: Store, person: string): string[] =>
  [...state.entries].filter(([, { comment }]) => comment.author?.id === person).map(([slug]) => slug)

function hide(store: Store, slugs: readonly string[], hidden: boolean): void {
  const changed = slugs.map((slug): [string, Own] => [slug, { ...ownOf(store, slug), hidden }])
  store.set({ own: new Map([...store.state.own, ...changed]) })
}
