import { randomUUID } from 'node:crypto'
import { signatureOf } from './signature.ts'
import { textWithin } from './text-within.ts'

/** A question that the host's own server answers. The operator sets it, nobody else: its address is fetched. */
export type Hook = { url: string; secret: string }

/** No answer, or none that can be used; whoever asked decides what follows from that. */
export class HookFailed extends Error {
  override get name(): string {
    return 'HookFailed'
  }
}

type Options = { timeoutMs: number; signal?: AbortSignal }

const MOST_BYTES = 1_000_000

/** Asks the host: a signed POST of JSON, answered by JSON within the time. */
export async function ask(hook: Hook, question: unknown, { timeoutMs, signal }: Options): Promise<unknown> {
  const body = JSON.stringify(question)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(hook.url, {
      method: 'POST',
      body,
      // Where it is asked was checked when it was set: it leads nowhere else.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      headers: {
        'content-type': 'application/json',
        ...signatureOf(hook.secret, { id: randomUUID(), body, now: Date.now() }),
      },
    })
    if (response.status !== 200) throw new HookFailed(`It answered with status ${response.status}.`)
    const text = await textWithin(response, MOST_BYTES)
    if (text === null) throw new HookFailed(`Its answer is longer than ${MOST_BYTES} bytes.`)
    return JSON.parse(text) as unknown
  } catch (error) {
    if (error instanceof HookFailed) throw error
    const reason = limit.aborted
      ? `It did not answer within ${timeoutMs} ms.`
      : 'It cannot be asked, or its answer read.'
    throw new HookFailed(reason, { cause: error })
  }
}
