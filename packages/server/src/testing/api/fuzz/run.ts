import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type CollectionSpec, type Engine, openSqlite, verifySqlite } from '@palaver/store'
import { pino } from 'pino'
import { collections } from '../../../collections.ts'
import { Dice } from '../../../comments/seeding/dice.ts'
import { allFollowed } from '../all-documents.ts'
import { operationsOf } from '../document.ts'
import { groundOf } from '../ground.ts'
import { ID_NAMES, newIds } from '../ids.ts'
import { type WholeService, wholeService } from '../whole-service.ts'
import { type Asking, ask } from './ask.ts'
import { prototypesNow } from './prototypes.ts'
import type { Known } from './request.ts'

type Open = (all: readonly CollectionSpec[]) => Promise<Engine>
type Wanted = {
  requests: number
  seed: number
  stop?: AbortSignal
  onProgress?: (done: number) => void
  /** A database of the caller's; otherwise it is a file that is checked at the end. */
  open?: Open
}
export type Fuzzed = { requests: number; seed: number; statuses: Record<string, number>; findings: string[] }

/** So many requests are sent before the next is looked at. */
const AT_ONCE = 8
/** Some requests change an org so that little can be done in it: then there is another. */
const REQUESTS_AN_ORG = 400

/** Sends requests of every kind of nonsense to a service of its own and notes what is not as it should be. */
export async function fuzz({ open, ...wanted }: Wanted): Promise<Fuzzed> {
  if (open !== undefined) return fuzzOn(open, wanted)
  const folder = await mkdtemp(join(tmpdir(), 'palaver-fuzz-'))
  const file = join(folder, 'palaver.sqlite')
  try {
    const result = await fuzzOn((all) => openSqlite({ file, collections: all }), wanted)
    const { problems } = await verifySqlite(file, collections)
    result.findings.push(...problems.map(({ collection, id, message }) => `${collection} ${id}: ${message}`))
    return result
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fuzzOn(open: Open, { requests, seed, stop, onProgress = () => {} }: Wanted): Promise<Fuzzed> {
  const before = prototypesNow()
  const result: Fuzzed = { requests: 0, seed, statuses: {}, findings: [] }
  const failures = new Writable({ write: (line, _, done) => done(void result.findings.push(`logged: ${line}`)) })
  const service = await wholeService({ open }, { log: pino({ level: 'error' }, failures) })
  await askAll(service, { requests, seed, stop, onProgress }, result)
  await allFollowed(service.context.store)
  await service.close()
  if (prototypesNow() !== before) result.findings.push('A prototype that all objects share was changed.')
  return result
}

type Run = { requests: number; seed: number; stop: AbortSignal | undefined; onProgress: (done: number) => void }

async function askAll(service: WholeService, { requests, seed, stop, onProgress }: Run, result: Fuzzed): Promise<void> {
  const { app } = service
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let known = await newKnown(service, 0)
  for (let from = 0; from < requests && stop?.aborted !== true; from += AT_ONCE) {
    if (from % REQUESTS_AN_ORG === 0) known = await newKnown(service, from)
    const numbers = Array.from({ length: Math.min(AT_ONCE, requests - from) }, (_, at) => from + at)
    const asking: Asking = { service, known, agent, port }
    const outcomes = await Promise.all(numbers.map((number) => ask(asking, number, new Dice(`${seed} ${number}`))))
    for (const { status, findings } of outcomes) {
      result.requests += 1
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      result.findings.push(...findings)
    }
    onProgress(result.requests)
  }
  agent.destroy()
  // It can still do what it is for.
  await newKnown(service, requests)
  const ready = await app.inject('/readyz')
  if (ready.statusCode !== 200) result.findings.push(`The service is not ready any more: ${ready.body}`)
}

async function newKnown(service: WholeService, from: number): Promise<Known> {
  const ground = await groundOf(service, `Gnu${from}`)
  const [first, ...others] = operationsOf(service.document)
  if (first === undefined) throw new Error('The document has no operations.')
  return { operations: [first, ...others], ground, ids: await newIds(ground, new Set(ID_NAMES)) }
}
