import { parentPort } from 'node:worker_threads'
import { type OutboundAnswer, OutboundFailed, OutboundRefused } from '../../hooks/outbound.ts'
import { carried, type Parcel } from './parcel.ts'

/** To be sent under this number; without a parcel, what is on its way under it is given up. */
export type Errand = { number: number; parcel: Parcel | null }

/** What became of it. `broken`: it could not even be asked. */
export type Carried = { number: number } & (
  | { answer: OutboundAnswer }
  | { error: 'refused' | 'failed' | 'broken'; message: string }
)

/** A program: what the thread of `courier.ts` does. */
const underWay = new Map<number, AbortController>()
const done: Carried[] = []

parentPort?.on('message', (errands: readonly Errand[]) => {
  for (const { number, parcel } of errands) {
    if (parcel === null) underWay.get(number)?.abort()
    else void run(number, parcel)
  }
})

async function run(number: number, parcel: Parcel): Promise<void> {
  const stopping = new AbortController()
  underWay.set(number, stopping)
  try {
    tell({ number, answer: await carried(parcel, { signal: stopping.signal }) })
  } catch (error) {
    tell({ number, error: kindOf(error), message: error instanceof Error ? error.message : String(error) })
  } finally {
    underWay.delete(number)
  }
}

function kindOf(error: unknown): 'refused' | 'failed' | 'broken' {
  if (error instanceof OutboundRefused) return 'refused'
  return error instanceof OutboundFailed ? 'failed' : 'broken'
}

/** What is answered shortly after one another is told together: then it is noted with one commit, too. */
const GATHERED_MS = 3

function tell(carriedNow: Carried): void {
  if (done.push(carriedNow) === 1) setTimeout(() => parentPort?.postMessage(done.splice(0)), GATHERED_MS)
}
