import { type Collection, Duplicate, idOf } from '@palaver/store'
import { listings } from '../collections.ts'
import type { Row } from './model.ts'

export type RowNeeds = { rows: Collection<Row>; now: () => number }

export const rowId = (list: string, discussion: string): string => idOf(listings, { list, discussion })

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Written unless this event, a later one or a later revision has been here; what was taken out of the list comes back.
 * Two may follow the same event, one of whom has seen the discussion before it went elsewhere: what the other has taken
 * out must not come back by that, and where it should, a later event tells.
 */
export async function putRow({ rows }: RowNeeds, row: Omit<Row, '_id'>): Promise<void> {
  const { list, discussion, ...set } = row
  const _id = rowId(list, discussion)
  const where = { _id, seq: { $lt: row.seq }, rev: { $lte: row.rev } }
  await write(rows, { _id, ...row }, () => rows.update(where, { $set: set, $unset: { expires: '' } }))
}

type Leaving = { list: string; discussion: string; seq: number }

/** It stays for a day, unseen, also where it never was: who comes late must not bring it back. */
export async function withdrawRow({ rows, now }: RowNeeds, { list, discussion, seq }: Leaving): Promise<void> {
  const _id = rowId(list, discussion)
  const expires = new Date(now() + DAY_MS).toISOString()
  const set = { audience: 'none', seq, expires } as const
  const where = { _id, seq: { $lte: seq } }
  await write(rows, { _id, list, discussion, ...BLANK, ...set }, () => rows.update(where, { $set: set }))
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

/** Who put one there meanwhile may have followed an earlier event: so it is looked at again. */
async function write(rows: Collection<Row>, row: Row, update: () => Promise<{ outcome: string }>): Promise<void> {
  if ((await update()).outcome !== 'unmatched') return
  try {
    await rows.insert(row)
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    await update()
  }
}
