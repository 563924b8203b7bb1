import type { Comment } from '@palaver/client'
import { takeBack } from '../acts/changing.ts'
import { addressOf, copy } from '../acts/linking.ts'
import { mute } from '../acts/muting.ts'
import { tell } from '../acts/saying.ts'
import { pin, putUpAgain, takeDown } from '../acts/staff.ts'
import type { PlainKey, Words } from '../i18n/words.ts'
import { openBox } from '../thread/boxes.ts'
import { requirePerson } from '../thread/require-person.ts'
import type { Store } from '../thread/state/store.ts'
import type { Offer, StaffOffer } from './offers.ts'

export type View = 'list' | 'copied' | 'sure' | 'link' | 'report' | 'ban'

type Around = {
  store: Store
  words: Words
  comment: Comment
  name: string
  /** `back` to the button; `away` to the comment, where the button goes with what is done. */
  leave: (how?: 'back' | 'away') => void
  setView: (view: View) => void
}

type Doing = Readonly<Record<Offer | StaffOffer | 'deleteSurely', () => void | Promise<void>>>

/** What each item of the menu does. */
export function doing({ store, words, comment, name, leave, setView }: Around): Doing {
  const { slug, author } = comment
  const after = async (done: Promise<boolean>, key: PlainKey): Promise<void> => {
    if (await done) tell(store, words.say(key, { name }))
  }
  const away = (begin: () => Promise<boolean>, key: PlainKey): Promise<void> => {
    leave('away')
    return after(begin(), key)
  }
  const back = (begin: () => Promise<boolean>, key: PlainKey): Promise<void> => {
    leave('back')
    return after(begin(), key)
  }
  /** The focus goes to whoever asks who it is. */
  const asPerson = (go: () => void | Promise<void>): void | Promise<void> => (requirePerson(store) ? go() : leave())
  const person = author?.id ?? ''
  return {
    copy: async () => {
      const isCopied = await copy(addressOf(slug))
      setView(isCopied ? 'copied' : 'link')
      if (isCopied) tell(store, words.say('act.copied'))
    },
    edit: () => {
      leave()
      openBox(store, { kind: 'edit', slug })
    },
    delete: () => setView('sure'),
    deleteSurely: () => away(() => takeBack(store, slug), 'act.deleted'),
    report: () => asPerson(() => setView('report')),
    mute: () => asPerson(() => away(() => mute(store, { person, on: true }), 'act.muted')),
    unmute: () => asPerson(() => back(() => mute(store, { person, on: false }), 'act.unmuted')),
    pin: () => away(() => pin(store, slug, true), 'staff.pinned'),
    unpin: () => away(() => pin(store, slug, false), 'staff.unpinned'),
    reject: () => away(() => takeDown(store, slug, 'reject'), 'staff.takenDown'),
    spam: () => away(() => takeDown(store, slug, 'spam'), 'staff.takenDown'),
    restore: () => away(() => putUpAgain(store, slug), 'staff.restored'),
    ban: () => setView('ban'),
  }
}
