import type { Collection } from '@palaver/store'
import type { Erasure, PersonalPlace, Whose } from '../personal/service.ts'
import { type Authored, authoredIn } from './authored.ts'
import { AUTHORED } from './consumers/authored.ts'
import { changesWith } from './editing.ts'
import { commentEvent } from './events.ts'
import { atHome, writeAtHome } from './home.ts'
import type { Comment, Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { thingOf } from './permission.ts'

const BATCH = 100

/** Nobody: who wrote it was erased. */
const ERASED_AUTHOR = { id: 'erased', name: '' }

/** What a person wrote, and the answers that were kept for their repeated requests. */
export const commentPlaces = (needs: Needs): PersonalPlace[] => [
  { name: 'comments', items: (whose) => written(needs, whose), erase: (erasure) => eraseWritten(needs, erasure) },
  { name: 'repeated requests', erase: ({ id }) => needs.keys.forget(id) },
]

async function* written(needs: Needs, { org, id }: Whose): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for await (const { discussion, slug } of allBy(needs.authored, { org, id })) {
    const found = await needs.discussions.find({ discussion })
    if (found === null) continue
    const { layout, place } = atHome(needs.homes, found)
    const [comment] = await layout.get(place, [slug])
    if (comment === null || comment === undefined || comment.status === 'deleted') continue
    const { text, posted, edited, status, history } = comment
    const earlier = history.map((revision) => ({ text: revision.text, replaced: revision.at }))
    yield { posted, edited, text, status, earlier, on: await pageOf(needs, found), discussion, slug }
  }
}

/** What is said of the page is for whoever may see it: where not all may, it is left out. */
async function pageOf(needs: Needs, discussion: Discussion): Promise<object | null> {
  const { org, resource, title, url } = discussion
  const may = await needs.mayOf(null, org, thingOf(discussion)).catch(() => null)
  return may?.see === true ? { title, url, ...resource } : null
}

async function* allBy(authored: Collection<Authored>, { org, id }: Whose): AsyncGenerator<Authored> {
  let after: Parameters<typeof authoredIn>[2]['after'] = null
  for (;;) {
    const { items, next } = await authoredIn(authored, { org, author: id }, { after, limit: BATCH })
    yield* items
    if (next === null) return
    after = next
  }
}

/** All that was told before is noted first: what is not noted would be missed. */
async function eraseWritten(needs: Needs, { org, id, seq, late }: Erasure): Promise<void> {
  await needs.log.settle()
  const noted = await needs.log.positionOf(AUTHORED, needs.log.partitionOf(org))
  if (noted < (late ? seq : seq - 1))
    throw new Error('Not everything that was written is noted yet: erasing goes on in a moment.')
  for await (const item of allBy(needs.authored, { org, id })) {
    await eraseComment(needs, item)
    await needs.authored.remove({ _id: item._id })
  }
}

/** Its place stays, for what was said under it; the event says nothing that is to be forgotten. */
async function eraseComment(needs: Needs, { discussion, slug }: Authored): Promise<void> {
  const event = `${discussion}.${slug}.erased`
  const at = new Date(needs.world.now()).toISOString()
  await writeAtHome(needs.homes, discussion, ({ layout, place, discussion: now }) =>
    layout.change(place, slug, (comment) => {
      if (comment.changes.includes(event)) return null
      const before = { ...comment, ...BLANK }
      const set = { ...BLANK, status: 'deleted', rev: comment.rev + 1, changes: changesWith(comment, event) } as const
      const told = { id: event, op: 'erased', at, before, after: { ...before, ...set } } as const
      return { set, events: [commentEvent(now, told)] }
    }),
  )
  needs.changed(discussion, event)
}

const BLANK: Pick<Comment, 'author' | 'text' | 'html' | 'mentions' | 'history' | 'edited' | 'from'> = {
  author: ERASED_AUTHOR,
  text: '',
  html: '',
  mentions: [],
  history: [],
  edited: null,
  from: null,
}
