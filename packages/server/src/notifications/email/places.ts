import type { Collection } from '@palaver/store'
import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Telling, Window } from '../model.ts'
import type { Mailbox } from './model.ts'

type Needs = { windows: Collection<Window>; tellings: Collection<Telling>; mailboxes: Collection<Mailbox> }
type Items = AsyncGenerator<Readonly<Record<string, unknown>>>

const BATCH = 100

/** What waits to be sent to a person, what was, and what is known of their mailbox. */
export const emailPlaces = ({ windows, tellings, mailboxes }: Needs): PersonalPlace[] => [
  {
    name: 'messages that wait',
    items: async function* (whose): Items {
      for await (const { channel, kind, due, state, items } of ofPerson(windows, whose))
        yield { channel, kind, due, state, items: items.length }
    },
    erase: (whose) => removeAll(windows, whose),
  },
  {
    name: 'messages',
    items: async function* (whose): Items {
      for await (const { channel, discussion, slug, reason, state, skip, at } of ofPerson(tellings, whose))
        yield { channel, discussion, slug, reason, state, skip, at }
    },
    erase: (whose) => removeAll(tellings, whose),
  },
  {
    name: 'mailbox',
    items: async function* ({ org, id }): Items {
      const mailbox = await mailboxes.get(id)
      if (mailbox?.org === org) yield { suppressed: mailbox.suppressed, day: mailbox.day, mails: mailbox.mails }
    },
    erase: async ({ org, id }) => {
      await mailboxes.remove({ _id: id, org })
    },
  },
]

type OfPerson = { _id: string; person: string; org: string }

async function* ofPerson<T extends OfPerson>(collection: Collection<T>, { org, id }: Whose): AsyncGenerator<T> {
  const all = collection as unknown as Collection<OfPerson>
  let after = null
  do {
    const page: Awaited<ReturnType<typeof all.find>> = await all.find({ where: { person: id }, limit: BATCH, after })
    for (const doc of page.docs) if (doc.org === org) yield doc as T
    after = page.next
  } while (after !== null)
}

async function removeAll<T extends OfPerson>(collection: Collection<T>, whose: Whose): Promise<void> {
  const all = collection as unknown as Collection<OfPerson>
  for await (const { _id } of ofPerson(collection, whose)) await all.remove({ _id })
}
