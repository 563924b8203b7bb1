import { type Comment, react as sendReaction, vote as sendVote, type Voted } from '@palaver/client'
import { withEntry } from '../thread/state/entries.ts'
import type { Own } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { threadOf } from './client.ts'
import { refusal } from './refusal.ts'

type Value = Voted['value']

const NOTHING_YET = { value: 0, reactions: [], mayEdit: false, mayDelete: false, hidden: false } as const

/** Shows the vote at once; takes it back where it was not taken. The same again takes it back, too. */
export async function vote(store: Store, slug: string, wanted: Value): Promise<void> {
  const own = ownOf(store, slug)
  const value: Value = own.value === wanted ? 0 : wanted
  await atOnce(store, slug, {
    own: { ...own, value },
    comment: ({ votes }) => ({
      votes: {
        up: votes.up + Number(value === 1) - Number(own.value === 1),
        down: votes.down + Number(value === -1) - Number(own.value === -1),
      },
    }),
    send: () => sendVote(threadOf(store), { slug, value }),
  })
}

export async function react(store: Store, slug: string, name: string): Promise<void> {
  const own = ownOf(store, slug)
  const on = !own.reactions.includes(name)
  const reactions = on ? [...own.reactions, name] : own.reactions.filter((one) => one !== name)
  await atOnce(store, slug, {
    own: { ...own, reactions },
    comment: (comment) => ({
      reactions: { ...comment.reactions, [name]: Math.max(0, (comment.reactions[name] ?? 0) + (on ? 1 : -1)) },
    }),
    send: () => sendReaction(threadOf(store), { slug, name, on }),
  })
}

type Opinion = { own: Own; comment: (comment: Comment) => Partial<Comment>; send: () => Promise<unknown> }

async function atOnce(store: Store, slug: string, { own, comment, send }: Opinion): Promise<void> {
  const before = { own: ownOf(store, slug), comment: store.state.entries.get(slug)?.comment }
  store.set({
    own: new Map(store.state.own).set(slug, own),
    entries: withEntry(store.state.entries, slug, (entry) => ({
      ...entry,
      comment: { ...entry.comment, ...comment(entry.comment) },
    })),
  })
  try {
    await send()
  } catch (error) {
    // Other things may have changed meanwhile: they stay.
    const { votes, reactions } = before.comment ?? {}
    store.set({
      own: new Map(store.state.own).set(slug, before.own),
      notice: { ...refusal(store, error), at: slug },
      entries: withEntry(store.state.entries, slug, (entry) => ({
        ...entry,
        comment: { ...entry.comment, ...(votes && { votes }), ...(reactions && { reactions }) },
      })),
    })
  }
}

/** What the reader gave to a comment, as far as it is known. */
export const ownOf = ({ state }: Store, slug: string): Own =>
  state.own.get(slug) ?? { slug, ...NOTHING_YET, reactions: [] }
