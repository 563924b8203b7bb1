import type { Collection } from '@palaver/store'
import { isDeepStrictEqual } from 'node:util'
import type { Card, Comments } from '../../comments/service.ts'
import { partsOf } from '../ids.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { rowOf } from './filing.ts'
import { standOf } from './lists.ts'
import type { Filed, Row, TopicCount } from './model.ts'
import { rowId } from './rows.ts'
import { all } from './walking.ts'

export type SurveyNeeds = {
  comments: () => Pick<Comments, 'cards'>
  filed: Collection<Filed>
  rows: Collection<Row>
  counts: Collection<TopicCount>
}

/** What is wrong: with which discussion or topic, in which document. */
export type Wrong = { kind: WrongKind; document: string; about: string; says: string }
export type WrongKind = 'topic-missing' | 'filed' | 'row-missing' | 'row-wrong' | 'row-surplus' | 'count'

type Direct = Pick<TopicCount, 'discussions' | 'comments'>

/** What must be there, from the discussions and the tree alone. */
type Expected = {
  lists: Map<string, { card: Card; lists: string[] }>
  rows: Map<string, { discussion: string; row: object }>
  counts: Map<string, Direct>
}

/** All that the lists and numbers of a tree say otherwise than its discussions do. */
export async function survey(needs: SurveyNeeds, snapshot: Snapshot): Promise<{ wrong: Wrong[]; expected: Expected }> {
  const expected: Expected = { lists: new Map(), rows: new Map(), counts: new Map() }
  const wrong: Wrong[] = []
  for await (const card of needs.comments().cards()) {
    const parts = card.topic === null ? null : partsOf(card.topic)
    if (card.topic === null || parts?.tree !== snapshot.tree._id || card.org !== snapshot.tree.org) continue
    if (snapshot.get(parts.key) === null)
      wrong.push({
        kind: 'topic-missing',
        document: card._id,
        about: card._id,
        says: 'it is in a topic that is not there',
      })
    expect(expected, snapshot, card)
  }
  wrong.push(...(await wronglyFiled(needs, snapshot, expected)))
  wrong.push(...(await wrongRows(needs, snapshot, expected)))
  wrong.push(...(await wrongCounts(needs, snapshot, expected)))
  return { wrong, expected }
}

function expect({ lists, rows, counts }: Expected, snapshot: Snapshot, card: Card): void {
  const { topic, comments, isListed } = card.filing
  const stand = standOf(snapshot, card.topic ?? '')
  const shown = isListed ? stand.lists : []
  lists.set(card._id, { card, lists: shown })
  const row = stand.home === null ? null : rowOf(card, snapshot, stand.home)
  for (const list of row === null ? [] : shown)
    rows.set(rowId(list, card._id), { discussion: card._id, row: { list, ...row } })
  if (topic === null || !isListed) return
  const count = counts.get(topic) ?? { discussions: 0, comments: 0 }
  counts.set(topic, { discussions: count.discussions + 1, comments: count.comments + comments })
}

async function wronglyFiled({ filed }: SurveyNeeds, { tree }: Snapshot, { lists }: Expected): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  const found = new Set<string>()
  const about = (_id: string, says: string): Wrong => ({ kind: 'filed', document: _id, about: _id, says })
  for await (const { doc } of filed.scan()) {
    const should = lists.get(doc._id)
    if (should === undefined) {
      if (doc.tree === tree._id) wrong.push(about(doc._id, 'it is filed in a tree that it is not in'))
      continue
    }
    found.add(doc._id)
    const isRight = doc.topic === should.card.topic && doc.tree === tree._id && isSameSet(doc.lists, should.lists)
    if (!isRight) wrong.push(about(doc._id, 'it is filed elsewhere than where it is'))
  }
  for (const [id, should] of lists)
    if (!found.has(id) && should.lists.length > 0) wrong.push(about(id, 'it is filed nowhere'))
  return wrong
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && isDeepStrictEqual(a.toSorted(), b.toSorted())

async function wrongRows({ rows }: SurveyNeeds, { tree }: Snapshot, expected: Expected): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  const missing = new Map(expected.rows)
  for await (const { doc } of rows.scan()) {
    if (!doc.list.startsWith(`${tree._id}.`)) continue
    const should = missing.get(doc._id)
    missing.delete(doc._id)
    const { _id: document, discussion: about } = doc
    if (should === undefined) {
      if (doc.audience !== 'none')
        wrong.push({ kind: 'row-surplus', document, about, says: 'it is in a list in which it is not' })
    } else if (!isDeepStrictEqual(saidIn(doc), should.row))
      wrong.push({ kind: 'row-wrong', document, about, says: 'a list says something else of it than it does' })
  }
  for (const [document, { discussion: about }] of missing)
    wrong.push({ kind: 'row-missing', document, about, says: 'it is not in a list in which it is' })
  return wrong
}

const saidIn = ({ _id, seq: _seq, rev: _rev, expires: _expires, ...said }: Row): object => said

async function wrongCounts({ counts }: SurveyNeeds, { tree }: Snapshot, expected: Expected): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  const missing = new Map(expected.counts)
  for await (const { _id, discussions, comments } of all(counts, tree._id)) {
    const should = missing.get(_id) ?? { discussions: 0, comments: 0 }
    missing.delete(_id)
    const says = `there are ${should.discussions} discussions with ${should.comments} comments in it, not ${discussions} with ${comments}`
    if (!isDeepStrictEqual(should, { discussions, comments }))
      wrong.push({ kind: 'count', document: _id, about: _id, says })
  }
  for (const [_id, { discussions }] of missing)
    wrong.push({
      kind: 'count',
      document: _id,
      about: _id,
      says: `there are ${discussions} discussions in it, not none`,
    })
  return wrong
}
