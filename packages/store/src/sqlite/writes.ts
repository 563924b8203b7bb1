import { parseDocument } from './document.ts'
import type { IndexSpec } from '../collection.ts'
import { applyChange } from '../dialect/apply.ts'
import type { ParsedChange } from '../dialect/change.ts'
import { checkSize } from '../dialect/check.ts'
import { compileCondition } from '../dialect/match.ts'
import { documentForUpsert } from '../dialect/upsert.ts'
import type { RemoveRequest, UpdateAnswer, UpdateRequest } from '../engine.ts'
import { Duplicate } from '../errors.ts'
import { mayTouchIndexes, overlaps } from '../plan/overlap.ts'
import { editIn } from './edit.ts'
import type { EventLog, EventRow } from './event-log.ts'
import type { Entry, Owned, Table } from './table.ts'

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
    const { id, change, returning, version } = request
    const isIndexed = mayTouchIndexes(table.collection, change.paths)
    const edit = isIndexed ? null : editIn(request)
    if (edit !== null && table.edit(id, version, edit)) {
      this.#log.append(events)
      return { outcome: 'updated', doc: null }
    }
    const before = returning === 'before' ? table.row(id) : undefined
    const found = table.own(id)
    if (found === undefined || !fits(request, found)) return this.#upsert(table, { found, request, events })
    const touched = isIndexed ? touchedBy(change) : null
    // Before the change is made, which is made in place.
    const had = touched === null ? [] : table.severalKeys(found.doc, touched)
    const doc = applyChange(change, found.doc, { inserting: false })
    const json = JSON.stringify(doc)
    checkSize(doc, json)
    if (touched === null) table.rewrite(found.spot, json)
    else table.update(found.spot, { had, doc, json, touched })
    this.#log.append(events)
    if (returning === 'after') return { outcome: 'updated', doc }
    table.keep(id, { version: found.spot.version + 1, doc, length: json.length })
    return { outcome: 'updated', doc: before === undefined ? null : parseDocument(before.doc) }
  }

  remove(table: Table, request: RemoveRequest, events: readonly EventRow[]): boolean {
    const found = table.own(request.id)
    if (found === undefined || !fits(request, found)) return false
    table.remove(found.spot, found.doc)
    this.#log.append(events)
    return true
  }

  /** A document of that id which does not fit is, to an upsert, one too many: MongoDB says so too. */
  #upsert(
    table: Table,
    { found, request, events }: { found: Owned | undefined; request: UpdateRequest; events: readonly EventRow[] },
  ): UpdateAnswer {
    if (!request.upsert) return { outcome: 'unmatched', doc: null }
    const doc = documentForUpsert(request.id, request.where, request.change)
    if (found !== undefined) throw new Duplicate(table.collection.name, '_id')
    this.insert(table, table.entry(doc), events)
    return { outcome: 'inserted', doc: request.returning === 'after' ? doc : null }
  }
}

type Demand = { where: UpdateRequest['where']; version: number | null }

function fits({ where, version }: Demand, { spot, doc }: Owned): boolean {
  if (version !== null && version !== spot.version) return false
  return where.length === 0 || compileCondition(where)(doc)
}

/** Whether a change can have moved a document within an index. */
function touchedBy({ paths }: ParsedChange): (index: IndexSpec) => boolean {
  return ({ fields }) => fields.some((field) => paths.some((path) => overlaps(path, field.path)))
}
