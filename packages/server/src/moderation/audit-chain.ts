import { createHash } from 'node:crypto'
import type { Collection, Page, Position } from '@palaver/store'
import type { AuditEntry } from './model.ts'

/** Before the first line. */
export const BEGINNING = ''

type Hashed = Omit<AuditEntry, 'hash' | '_id'> & { event: string }

/** Covers every field, in one order, and the line before: who changes a line must change all behind it. */
export const hashOf = (entry: Hashed): string =>
  createHash('sha256')
    .update(entry.prev)
    .update(JSON.stringify(FIELDS.map((field) => entry[field])))
    .digest('base64url')

const FIELDS = [
  'n',
  'event',
  'org',
  'act',
  'at',
  'by',
  'person',
  'discussion',
  'slug',
  'held',
  'reason',
  'detail',
] as const

/** `head` is the hash of the last line: who has noted it earlier can tell that no line was cut off since. */
export type Verified = { entries: number; head: string; flaw: string | null }

const BATCH = 500

/** Goes through an org's audit log from its first line on, and says where it was tampered with. */
export async function verifyChain(
  audit: Pick<Collection<AuditEntry>, 'find'>,
  org: string,
  noted: string | null,
): Promise<Verified> {
  let isNotedThere = noted === null
  let [entries, head, after]: [number, string, Position | null] = [0, BEGINNING, null]
  do {
    const page: Page<AuditEntry> = await audit.find({ where: { org }, sort: { n: 1, _id: 1 }, limit: BATCH, after })
    for (const entry of page.docs) {
      const flaw = flawOf(entry, { n: entries + 1, prev: head })
      if (flaw !== null) return { entries, head, flaw }
      entries++
      head = entry.hash
      isNotedThere ||= head === noted
    }
    after = page.next
  } while (after !== null)
  return { entries, head, flaw: isNotedThere ? null : 'The line whose hash was noted is not there any more.' }
}

function flawOf(entry: AuditEntry, expected: Pick<AuditEntry, 'n' | 'prev'>): string | null {
  const { _id: event, hash, ...rest } = entry
  if (entry.n !== expected.n) return `Line ${expected.n} is missing or is there twice: found ${entry.n} in its place.`
  if (entry.prev !== expected.prev) return `Line ${entry.n} does not follow the line before it.`
  return hashOf({ event, ...rest }) === hash ? null : `Line ${entry.n} was changed.`
}
