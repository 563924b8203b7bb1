import { createHash } from 'node:crypto'
import { bareAddress, domainOf } from './address.ts'
import type { Content } from './content.ts'
import { htmlPart } from './html-part.ts'
import { oneLine } from './text.ts'
import { textPart } from './text-part.ts'
import { written } from './written.ts'
import { subjectOf } from './wording.ts'

/** A mail as it goes out. */
export type Mail = { from: string; to: string; raw: Buffer; messageId: string }

export type Letter = {
  /** Names the mail: the same window gives the same Message-ID, whoever sends it and however often. */
  window: string
  org: string
  person: string
  kind: string
  from: string
  to: string
  content: Content
  timeZone: string
  /** For mail programs with a button of their own. */
  unsubscribe: string
  date: number
}

/** Relays break signatures over folded lines: these stay on one. */
const unfolded = (value: string): { prepared: true; value: string } => ({ prepared: true, value })

export const messageIdOf = ({ window, from }: Pick<Letter, 'window' | 'from'>): string =>
  `<${idOf('window', window)}@${domainOf(bareAddress(from))}>`

export async function composed(letter: Letter): Promise<Mail> {
  const { from, to, content, timeZone, date } = letter
  const domain = domainOf(bareAddress(from))
  const messageId = messageIdOf(letter)
  // Not before a mail is written: most services write none, and it is large.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from,
    to,
    subject: oneLine(subjectOf(content)),
    date: new Date(date),
    messageId,
    text: textPart(content, timeZone),
    html: htmlPart(content, timeZone),
    headers: headersOf(letter, domain),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  })
  return { from: bareAddress(from), to, raw: await written(composer.compile()), messageId }
}

function headersOf(
  { org, person, kind, content, unsubscribe }: Letter,
  domain: string,
): Record<string, string | { prepared: true; value: string }> {
  const [first, ...others] = content.threads
  const root =
    first === undefined || others.length > 0 ? null : `<${idOf('thread', `${first.id}\n${person}`)}@${domain}>`
  const place = org.toLowerCase().replace(/[^a-z0-9-]/g, '-')
  return {
    ...(root !== null && { 'In-Reply-To': root, References: root }),
    'List-Id': unfolded(`<${place}.comments.${domain}>`),
    'List-Unsubscribe': unfolded(`<${unsubscribe}>`),
    // One click is for addresses that nobody can listen to.
    ...(unsubscribe.startsWith('https:') && { 'List-Unsubscribe-Post': unfolded('List-Unsubscribe=One-Click') }),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    Precedence: 'list',
    'Feedback-ID': unfolded(`${kind}:${place}:comments:palaver`),
  }
}

const idOf = (what: string, name: string): string =>
  `${what}.${createHash('sha256').update(`${what}\n${name}`).digest('hex').slice(0, 40)}`
