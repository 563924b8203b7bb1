import { parseDocument } from './document.ts'
import type { IndexSpec } from '../collection.ts'
import { applyChange } from '../dialect/apply.ts'
import type { ParsedChange } from '../dialect/change.ts'
import { checkSize } from '../dialect/check.ts'
import { compileCondition } from '../dialect/match.ts'
import { documentForUpsert } from '../dialect/upsert.ts'
import type { Doc } from '../dialect/value.ts'
import type { RemoveRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import { Duplicate } from '../errors.ts'
import { overlaps } from '../plan/overlap.ts'
import type { EventLog, EventRow } from './event-log.ts'
import type { Entry, Row, Table } from './table.ts'

/** The three writes. Each runs inside a group's transaction; one that fails by itself leaves nothing behind. */
export class Writes {
  readonly #log: EventLog
  readonly #firstVersion: () => number

  constructor(log: EventLog, firstVersion: () => number) {
    this.#log = log
    this.#firstVersion = firstVersion
  }

  insert(table: Table, entry: Entry, events: readonly EventRow[]): void {
    table.insert(entry, this.#firstVersion())
    this.#log.append(events)
  }

  update(table: Table, request: UpdateRequest, events: readonly EventRow[]): UpdateAnswer {
    const row = table.row(request.id)
    const before = row === undefined ? null : parseDocument(row.doc)
    if (row === undefined || before === null || !fits(request, row, before))
      return this.#upsert(table, { row, request, events })
    const touched = touchedBy(request.change)
    // Before the change is made, which is made in place.
    const had = table.severalKeys(before, touched)
    const doc = applyChange(request.change, before, { inserting: false })
    const json = JSON.stringify(doc)
    checkSize(doc, json)
    table.update(row, { had, doc, json, touched })
    this.#log.append(events)
    return { outcome: 'updated', doc: answered(request, row, doc) }
  }

  remove(table: Table, request: RemoveRequest, events: readonly EventRow[]): boolean {
    const row = table.row(request.id)
    if (row === undefined) return false
    const doc = parseDocument(row.doc)
    if (!fits(request, row, doc)) return false
    table.remove(row, doc)
    this.#log.append(events)
    return true
  }

  /** A document of that id which does not fit is, to an upsert, one too many: MongoDB says so too. */
  #upsert(
    table: Table,
    { row, request, events }: { row: Row | undefined; request: UpdateRequest; events: readonly EventRow[] },
  ): UpdateAnswer {
    if (!request.upsert) return { outcome: 'unmatched', doc: null }
    const doc = documentForUpsert(request.id, request.where, request.change)
    if (row !== undefined) throw new Duplicate(table.collection.name, '_id')
    this.insert(table, table.entry(doc), events)
    return { outcome: 'inserted', doc: request.returning === 'after' ? doc : null }
  }
}

function fits(
  { where, version }: { where: UpdateRequest['where']; version: number | null },
  row: Row,
  doc: Doc,
): boolean {
  if (version !== null && version !== row.version) return false
  return where.length === 0 || compileCondition(where)(doc)
}

/** Whether a change can have moved a document within an index. */
function touchedBy({ paths }: ParsedChange): (index: IndexSpec) => boolean {
  return ({ fields }) => fields.some((field) => paths.some((path) => overlaps(path, field.path)))
}

function answered({ returning }: UpdateRequest, row: Row, doc: Doc): Doc | null {
  if (returning === null) return null
  return returning === 'after' ? doc : parseDocument(row.doc)
}
