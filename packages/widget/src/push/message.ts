/** What the service sends. */
export type Message = { title: string; body: string; url: string | null; tag: string; person: string }
export type Shown = { title: string; options: { body: string; tag: string; data: { url: string | null } } }

/** As it is shown: in full only to whom it is for. Who is here, and what is said to others, the page has left. */
export function shownFor(message: Message, here: { person: string | null; hidden: string | null }): Shown {
  const { title, body, url, tag, person } = message
  if (here.person === person) return { title, options: { body, tag, data: { url } } }
  return { title: here.hidden ?? 'New notification', options: { body: '', tag, data: { url: null } } }
}
