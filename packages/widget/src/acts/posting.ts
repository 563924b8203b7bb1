import { about, type Comment, post, type Posted } from '@palaver/client'
import { pageToTell } from '../thread/page-around.ts'
import { withComments, withEntry } from '../thread/state/entries.ts'
import type { Sending } from '../thread/state/model.ts'
import type { Store } from '../thread/state/store.ts'
import { palaverOf, threadOf } from './client.ts'
import { draftOf, forgetDraft, keepDraft } from './drafts.ts'
import { withNewRoots } from './new-roots.ts'
import { lookAt } from './own.ts'
import { refusal } from './refusal.ts'

type Draft = { parent: string | null; text: string }

/** What became of a text that was sent. */
export type Outcome = 'posted' | 'held' | 'failed'

/** Shows a text at once and sends it; what fails stays where it is, with its text, and can be sent again. */
export async function send(store: Store, { parent, text }: Draft): Promise<Outcome> {
  const key = palaverOf(store).newKey()
  store.set({ sending: [...store.state.sending, { key, parent, text, problem: null }], box: null })
  return sendAgain(store, key)
}

/** Under the same key: where it has arrived before, it stays one comment. */
export async function sendAgain(store: Store, key: string): Promise<Outcome> {
  const sending = store.state.sending.find((one) => one.key === key)
  if (sending === undefined) return 'failed'
  change(store, key, { problem: null })
  const { parent, text } = sending
  try {
    const answer = await post(threadOf(store), { text, parent, ...pageToTell(store.options.base) }, { key })
    // Another text may have been begun meanwhile.
    if (draftOf(store, parent) === text) forgetDraft(store, parent)
    takeOut(store, key)
    store.set({ isOffline: false })
    if ('held' in answer) hold(store, answer.held.id, sending)
    else await arrived(store, answer)
    store.emit('palaver:comment', answer)
    return 'held' in answer ? 'held' : 'posted'
  } catch (error) {
    const problem = refusal(store, error)
    change(store, key, { problem })
    store.set({ isOffline: problem.code === 'network' && problem.status === undefined })
    return 'failed'
  }
}

/** Takes a text back that could not be sent; it is in its box again, behind what was begun there meanwhile. */
export function takeInHand(store: Store, key: string): void {
  const sending = store.state.sending.find((one) => one.key === key)
  if (sending === undefined) return
  const { parent, text } = sending
  const begun = draftOf(store, parent)
  keepDraft(store, parent, begun === '' || begun === text ? text : `${begun}\n\n${text}`)
  takeOut(store, key)
  if (parent === null) store.set({ returned: store.state.returned + 1 })
  else store.set({ box: { kind: 'reply', slug: parent } })
}

function hold(store: Store, id: string, { parent, text }: Sending): void {
  store.set({ held: [...store.state.held, { id, parent, text, isEdit: false }] })
}

async function arrived(store: Store, { comment }: Posted): Promise<void> {
  put(store, comment)
  // How many there are is counted a moment later.
  const { discussion } = store.state
  const known = discussion ?? { ...(await about(threadOf(store))), comments: 0 }
  store.set({ discussion: { ...known, comments: known.comments + 1 } })
  await lookAt(store, [comment.slug])
}

/** Puts a comment of one's own where its author looks for it: right under what it answers, or in front of all. */
export function put(store: Store, comment: Comment): void {
  const { slug, parentSlug } = comment
  const entries = withComments(store.state.entries, [comment])
  const grown =
    parentSlug === null || store.state.isFlat
      ? entries
      : withEntry(entries, parentSlug, (entry) =>
          entry.replies.includes(slug) ? entry : { ...entry, replies: [...entry.replies, slug] },
        )
  store.set({ entries: grown })
  if (parentSlug === null || store.state.isFlat) addRoot(store, slug)
}

function addRoot(store: Store, slug: string): void {
  const { pages, ahead } = store.state
  if (ahead.includes(slug) || pages.some(({ slugs }) => slugs.includes(slug))) return
  store.set(withNewRoots(store.state, [slug]))
}

function change(store: Store, key: string, to: Partial<Sending>): void {
  store.set({ sending: store.state.sending.map((one) => (one.key === key ? { ...one, ...to } : one)) })
}

function takeOut(store: Store, key: string): void {
  store.set({ sending: store.state.sending.filter((one) => one.key !== key) })
}
