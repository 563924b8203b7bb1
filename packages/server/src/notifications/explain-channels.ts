import { type Collection, idOf } from '@palaver/store'
import type { AudienceNeeds } from './audience/needs.ts'
import { notifications as rows } from './collections.ts'
import type { Why } from './explain-words.ts'
import type { Channel, Window } from './model.ts'
import { tellingIdOf } from './windows/telling.ts'

export type ChannelNeeds = Pick<AudienceNeeds, 'notifications' | 'tellings'> & {
  windows: Collection<Window>
  /** Whether browsers are sent anything at all. */
  hasPush: boolean
}

/** What became of it on one channel. */
export type OnChannel = {
  channel: Channel
  /** `pending`: the channel has not come to it yet. `waiting`: it goes out later, with others. */
  state: 'told' | 'not-told' | 'retracted' | 'pending' | 'waiting' | 'failed'
  why: Why | null
  /** When it was told, or changed last. */
  at: string | null
  /** When it is to go out. */
  due: string | null
}

type About = { event: string; person: string }

const BLANK = { why: null, at: null, due: null }

/** What each channel has noted. */
export const notedOf = (needs: ChannelNeeds, about: About): Promise<OnChannel[]> =>
  Promise.all([inCentre(needs, about), sentBy(needs, about, 'push'), sentBy(needs, about, 'email')])

async function inCentre({ notifications }: ChannelNeeds, about: About): Promise<OnChannel> {
  const row = await notifications.get(idOf(rows, about))
  if (row === null) return { channel: 'centre', state: 'pending', ...BLANK }
  const noted = { channel: 'centre', at: row.written, due: null } as const
  if (row.skip !== null) return { ...noted, state: 'not-told', why: row.skip }
  return row.retracted === null
    ? { ...noted, state: 'told', why: null }
    : { ...noted, state: 'retracted', why: row.retractedFor }
}

const STATES = { waiting: 'waiting', sending: 'waiting', sent: 'told', skipped: 'not-told', failed: 'failed' } as const

async function sentBy(
  { tellings, windows, hasPush }: ChannelNeeds,
  about: About,
  channel: 'push' | 'email',
): Promise<OnChannel> {
  const telling = await tellings.get(tellingIdOf(about, channel))
  if (telling === null) return unnoted(channel, hasPush)
  const { skip, changed: at } = telling
  const state = STATES[telling.state]
  const window = state === 'waiting' ? await windowOf(windows, telling.window) : null
  const known = (is: OnChannel['state'], due: string | null): OnChannel => {
    const why = is === 'failed' ? (skip ?? 'given-up') : skip
    return { channel, state: is, why, at, due }
  }
  // What a long window only counts is not noted one by one when it goes out.
  const outcome = window?.outcome ?? null
  if (telling.isCounted === true && outcome !== null) return known(outcome === 'failed' ? 'failed' : 'told', null)
  return known(state, window?.due ?? null)
}

const unnoted = (channel: 'push' | 'email', hasPush: boolean): OnChannel =>
  channel === 'push' && !hasPush
    ? { channel, state: 'not-told', ...BLANK, why: 'not-set-up' }
    : { channel, state: 'pending', ...BLANK }

/** The one that it goes out with. */
async function windowOf(windows: Collection<Window>, id: string | null): Promise<Window | null> {
  const window = id === null ? null : await windows.get(id)
  const into = window?.into ?? null
  return into === null ? window : windows.get(into)
}
