import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TokenSource } from '../thread/state/store.ts'

/** What the attributes of an element ask for, besides who speaks and in which language. */
export type Options = Readonly<{
  view: string | null
  person: string | null
  post: string | null
  order: string | null
  /** Addresses of the page's own with `{id}` in them. */
  'person-href': string | null
  'post-href': string | null
  compose: string | null
  live: string | null
  ads: string | null
}>

/** The element, and what it hands on to those that it has inside. */
export type Desk = { host: HTMLElement; options: Options; token: TokenSource }

export const AtDesk = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(AtDesk)
  if (desk === null) throw new Error('This part is drawn outside of its element.')
  return desk
}

/** Tells the page; false where it takes care of that itself. */
export const tellOf = ({ host }: Desk, name: string, detail: object): boolean =>
  host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }))

export const addressOf = (pattern: string | null, id: string): string | null =>
  pattern === null ? null : pattern.replaceAll('{id}', encodeURIComponent(id))
