/** A page that is left ends what it asked for: so long the answer is waited for, and no longer. */
const PATIENCE_MS = 1000

/** Whether a click opens the link in another tab or window, which the browser does by itself. */
export const isElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

/** Follows a link once something is done, or takes too long. */
export async function goTo(link: string, done: Promise<unknown>): Promise<void> {
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  if (link === location.href) dispatchEvent(new HashChangeEvent('hashchange', { oldURL: link, newURL: link }))
  else location.assign(link)
}
