/** What the tests use of it; the package has no types of its own. */
declare module 'mailparser' {
  import type { Readable } from 'node:stream'

  export type ParsedMail = {
    subject?: string
    messageId?: string
    inReplyTo?: string
    references?: string | string[]
    text?: string
    html?: string | false
    from?: { text: string }
    to?: { text: string }
    headerLines: readonly { key: string; line: string }[]
  }

  export function simpleParser(source: Buffer | string | Readable): Promise<ParsedMail>
}
