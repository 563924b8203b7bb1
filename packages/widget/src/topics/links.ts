import { isElsewhere } from '../bell/travel.ts'
import type { Desk, Surroundings } from './around.ts'
import type { Crumb } from './model.ts'

export type Linked = Pick<Crumb, 'id' | 'path' | 'url'>

/** Where a topic has its page: as the page around says, else as the service does; null where neither knows. */
export function addressOf({ id, path, url }: Linked, href: string | null): string | null {
  if (href === null) return isWeb(url) ? url : null
  const steps = path.split('/').map(encodeURIComponent).join('/')
  return href.replaceAll('{path}', steps).replaceAll('{id}', encodeURIComponent(id))
}

/** An address from elsewhere that would run as a program is none. */
export function isWeb(url: string | null): url is string {
  return url !== null && URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol)
}

/** Tells the page; false where it takes care of that itself. */
export const tellOf = (desk: Desk, { id, path }: Linked, url: string | null): boolean =>
  desk.emit('palaver:topic', { id, path, url }, true)

/** For a click on the link of a topic: a page that shows topics by itself keeps the browser from leaving. */
export const onFollow =
  ({ desk, options: { href } }: Surroundings, topic: Linked) =>
  (event: MouseEvent): void => {
    if (isElsewhere(event)) return
    if (!tellOf(desk, topic, addressOf(topic, href))) event.preventDefault()
  }
