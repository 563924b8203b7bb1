import { type Collection, Duplicate, idOf } from '@palaver/store'
import { listings } from '../collections.ts'
import type { Row } from './model.ts'

export type RowNeeds = { rows: Collection<Row>; now: () => number }

export const rowId = (list: string, discussion: string): string => idOf(listings, { list, discussion })

const DAY_MS = 24 * 60 * 60 * 1000

/** Written unless a later event, or a later revision, has been here; what was taken out of the list comes back. */
export async function putRow({ rows }: RowNeeds, row: Omit<Row, '_id'>): Promise<void> {
  const { list, discussion, ...set } = row
  const _id = rowId(list, discussion)
  const where = { _id, seq: { $lte: row.seq }, rev: { $lte: row.rev } }
  const { outcome } = await rows.update(where, { $set: set, $unset: { expires: '' } })
  if (outcome === 'unmatched') await insertOnce(rows, { _id, ...row })
}

type Leaving = { list: string; discussion: string; seq: number }

/** It stays for a day, unseen, also where it never was: who comes late must not bring it back. */
export async function withdrawRow({ rows, now }: RowNeeds, { list, discussion, seq }: Leaving): Promise<void> {
  const _id = rowId(list, discussion)
  const expires = new Date(now() + DAY_MS).toISOString()
  const set = { audience: 'none', seq, expires } as const
  const { outcome } = await rows.update({ _id, seq: { $lte: seq } }, { $set: set })
  if (outcome === 'unmatched') await insertOnce(rows, { _id, list, discussion, ...BLANK, ...set })
}

type Hiding = { list: string; discussion: string; rev: number }

/** Before the event is followed; who has followed it, or a later one, knows better. */
export async function hideRow({ rows }: RowNeeds, { list, discussion, rev }: Hiding): Promise<void> {
  await rows.update({ _id: rowId(list, discussion), rev: { $lt: rev } }, { $set: { audience: 'none', rev } })
}

const BLANK = {
  home: '',
  resource: { type: '', id: '' },
  title: null,
  url: null,
  tags: [],
  created: '',
  activity: '',
  comments: 0,
  rev: 0,
}

/** One that is there is of a later event, or the same. */
async function insertOnce(rows: Collection<Row>, row: Row): Promise<void> {
  try {
    await rows.insert(row)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
  }
}
