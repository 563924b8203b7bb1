import { MOST_PAYLOAD_BYTES } from './encrypt.ts'

/** What the service worker of the host's page shows. */
export type PushMessage = {
  title: string
  body: string
  /** Where a click leads; null where the page is not known. */
  url: string | null
  /** A newer message of the same tag takes the place of the older. */
  tag: string
  /** Whom it is for: a browser in which somebody else signed in meanwhile does not show it. */
  person: string
  /** Of the row in the centre: reading it there is reading it. Null for several at once. */
  notification: string | null
}

const MOST_TITLE_BYTES = 400
const ELLIPSIS = '…'
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As JSON that fits one message: the body gives way. */
export function payloadOf(message: PushMessage): Buffer {
  const { body, ...others } = message
  const rest = { ...others, title: cutTo(others.title, MOST_TITLE_BYTES) }
  const left = MOST_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify({ ...rest, body: '' }))
  // An address that leaves no room is left out: a click opens the host's site then.
  if (left < 0 && message.url !== null) return payloadOf({ ...message, url: null })
  return Buffer.from(JSON.stringify({ ...rest, body: cutTo(body, left) }))
}

/** As much of a text as is at most so many bytes in JSON; whole characters, as people see them. */
export function cutTo(text: string, most: number): string {
  if (bytesOf(text) <= most) return text
  const room = most - bytesOf(ELLIPSIS)
  let size = 0
  let end = 0
  for (const { segment, index } of characters.segment(text)) {
    size += bytesOf(segment)
    if (size > room) break
    end = index + segment.length
  }
  return room < 0 ? '' : `${text.slice(0, end).trimEnd()}${ELLIPSIS}`
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2
