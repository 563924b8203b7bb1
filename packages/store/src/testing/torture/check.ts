import type { CollectionSpec } from '../../collection.ts'
import type { LoggedEvent } from '../../events/event.ts'
import { openSqlite } from '../../sqlite/engine.ts'
import { verifySqlite } from '../../sqlite/verify.ts'
import { createStore, type Store } from '../../store.ts'
import { posts, type Tally, tallies, turns } from './collections.ts'
import { type Findings, nothingFound, report } from './findings.ts'
import type { Journal } from './journal.ts'
import { eventIds, kindOf, opOfEvent } from './operation.ts'

type Noted = { _id: string; ops: string[] }
type Contents = { docs: Map<string, Noted>; events: Map<string, LoggedEvent[]> }

/** Compares what a database holds with what its writers were told. Nobody may be writing. */
export async function check(file: string, collections: readonly CollectionSpec[], journal: Journal): Promise<Findings> {
  const findings = nothingFound()
  const store = createStore(await openSqlite({ file, collections }))
  try {
    const contents = { docs: await readDocs(store, findings), events: await readEvents(store, findings) }
    checkSubjects(contents, findings)
    checkFates(contents, { journal, findings })
  } finally {
    await store.close()
  }
  const { problems } = await verifySqlite(file, collections)
  for (const problem of problems) report(findings, 'problems', JSON.stringify(problem))
  return findings
}

async function readDocs(store: Store, findings: Findings): Promise<Map<string, Noted>> {
  const docs = new Map<string, Noted>()
  for await (const { doc } of store.collection(posts).scan()) docs.set(doc._id, doc)
  for (const counted of [tallies, turns])
    for await (const { doc } of store.collection(counted).scan()) {
      docs.set(doc._id, doc)
      if (!countsRight(doc)) report(findings, 'halfWritten', `${doc._id} counts ${doc.count} of ${doc.ops.length}`)
    }
  return docs
}

const countsRight = ({ count, ops }: Tally): boolean => count === ops.length

/** By subject, in the order of the log; on the way, that the log has no gaps. */
async function readEvents(store: Store, findings: Findings): Promise<Map<string, LoggedEvent[]>> {
  const bySubject = new Map<string, LoggedEvent[]>()
  for (let partition = 0; partition < store.events.partitions; partition++) {
    let after = 0
    for (;;) {
      const events = await store.events.read({ partition, after, limit: 1_000 })
      for (const event of events) {
        if (event.seq !== ++after) report(findings, 'gaps', `${event._id} is number ${event.seq}, not ${after}`)
        const before = bySubject.get(event.subject)
        if (before === undefined) bySubject.set(event.subject, [event])
        else before.push(event)
      }
      if (events.length === 0) break
    }
  }
  return bySubject
}

function checkSubjects({ docs, events }: Contents, findings: Findings): void {
  for (const subject of new Set([...docs.keys(), ...events.keys()])) {
    const log = events.get(subject) ?? []
    const told = log.map(({ _id }) => _id)
    checkSubject({ subject, told, ops: docs.get(subject)?.ops ?? null }, findings)
    for (const fault of wrongRevisions(log)) report(findings, 'misordered', fault)
  }
}

type Subject = { subject: string; told: readonly string[]; ops: readonly string[] | null }

/** A document and the events that tell of it say the same, in the same order. */
function checkSubject({ subject, told, ops }: Subject, findings: Findings): void {
  const removed = kindOf(told.at(-1) ?? '') === 'remove'
  if (repeats(told)) report(findings, 'doubled', `an event of ${subject}`)
  if (repeats(ops ?? [])) report(findings, 'doubled', `an operation in ${subject}`)
  if ((ops === null) !== removed) report(findings, 'halfWritten', `${subject}: ${told.join()} and ${String(ops)}`)
  else if (ops !== null) compareOrders({ subject, expected: ops.flatMap(eventIds), told }, findings)
  else if (kindOf(told[0] ?? '') !== 'post') report(findings, 'misordered', `${subject}: ${told.join()}`)
}

const repeats = (list: readonly string[]): boolean => new Set(list).size < list.length

type Compared = { subject: string; expected: readonly string[]; told: readonly string[] }

function compareOrders({ subject, expected, told }: Compared, findings: Findings): void {
  if (expected.join() === told.join()) return
  const same = expected.toSorted().join() === told.toSorted().join()
  report(
    findings,
    same ? 'misordered' : 'halfWritten',
    `${subject} has ${expected.join()}, its events are ${told.join()}`,
  )
}

/** A turn says which count it made. */
function wrongRevisions(told: readonly LoggedEvent[]): string[] {
  const wrong = told.filter(({ rev }, at) => rev !== undefined && rev !== at + 1)
  return wrong.map(({ _id, rev }) => `${_id} says it is turn ${rev}`)
}

function checkFates({ events }: Contents, { journal, findings }: { journal: Journal; findings: Findings }): void {
  const there = new Set([...events.values()].flat().map(({ _id }) => opOfEvent(_id)))
  for (const [op, { fate, operation }] of journal.operations) {
    if (fate === 'done' && !there.has(op)) report(findings, 'lost', op)
    if (fate === 'refused' && there.has(op)) report(findings, 'unasked', op)
    // A writer changes only posts of its own that it was told of: such a post cannot be missing.
    if (fate === 'missing') report(findings, 'lost', `${operation.id}, which ${op} did not find`)
  }
  for (const op of there) if (!journal.operations.has(op)) report(findings, 'unasked', op)
}
