import type { Comment } from '@palaver/client'
import type { ThreadState } from '../thread/state/model.ts'

export type Offer = 'copy' | 'edit' | 'delete' | 'report' | 'mute' | 'unmute'
export type StaffOffer = 'pin' | 'unpin' | 'reject' | 'spam' | 'restore' | 'ban'

type Reader = Pick<ThreadState, 'me' | 'own' | 'pinned' | 'isFlat'>
type Offers = { everyone: Offer[]; staff: StaffOffer[] }

/** What a reader can do with a comment; who is not signed in is asked to when they choose it. */
export const offersOf = (comment: Comment, reader: Reader): Offers => ({
  everyone: comment.status === 'published' ? forEveryone(comment, reader) : ['copy'],
  staff: reader.me?.moderates === true ? forStaff(comment, reader) : [],
})

function forEveryone(comment: Comment, { me, own }: Reader): Offer[] {
  const mine = own.get(comment.slug)
  const isHidden = mine?.hidden === true
  const isOther = isOthers(comment, me)
  return given(
    ['copy', true],
    ['edit', mine?.mayEdit === true],
    ['delete', mine?.mayDelete === true],
    ['report', isOther],
    ['mute', isOther && !isHidden],
    ['unmute', isOther && isHidden],
  )
}

function forStaff(comment: Comment, { me, pinned, isFlat }: Reader): StaffOffer[] {
  const { slug, parentSlug, status } = comment
  if (status !== 'published') return given(['restore', status !== 'deleted'])
  const isPinned = pinned.includes(slug)
  const isOther = isOthers(comment, me)
  return given(
    // What stands under another comment would stand there twice.
    ['pin', !isPinned && (isFlat || parentSlug === null)],
    ['unpin', isPinned],
    ['reject', true],
    ['spam', isOther],
    ['ban', isOther],
  )
}

const isOthers = ({ author }: Comment, me: Reader['me']): boolean => author !== null && author.id !== me?.id

const given = <T>(...all: readonly (readonly [T, boolean])[]): T[] => all.flatMap(([one, is]) => (is ? [one] : []))
