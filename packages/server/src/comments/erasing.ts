import type { Erasure, PersonalPlace } from '../personal/service.ts'
import type { Authored } from './authored.ts'
import { AUTHORED } from './consumers/authored.ts'
import { changesWith } from './editing.ts'
import { commentEvent } from './events.ts'
import { writeAtHome } from './home.ts'
import type { Comment } from './model.ts'
import type { Needs } from './needs.ts'
import { allBy, written } from './written.ts'

/** Nobody: who wrote it was erased. */
const ERASED_AUTHOR = { id: 'erased', name: '' }

/** What a person wrote, and the answers that were kept for their repeated requests. */
export const commentPlaces = (needs: Needs): PersonalPlace[] => [
  { name: 'comments', items: (whose) => written(needs, whose), erase: (erasure) => eraseWritten(needs, erasure) },
  { name: 'repeated requests', erase: ({ id }) => needs.keys.forget(id) },
]

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
