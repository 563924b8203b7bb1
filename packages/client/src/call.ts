import type { Palaver, Token } from './connect.ts'
import { PalaverError } from './error.ts'
import { KEYED_POSTS, type Operations } from './generated/types.ts'
import { type Input, type Request, requestOf } from './request.ts'
import { type Outcome, tryOnce } from './try.ts'

const MOST_TRIES = 4
const TOO_MANY = 429
/** What may go better another time; without a status where no answer came at all. */
const PASSING: readonly (number | undefined)[] = [undefined, 502, 503, 504]
const FIRST_PAUSE_MS = 300
/** Whoever is told to wait longer is better told so. */
const LONGEST_WAIT_SECONDS = 30

/** For every call. */
export type CallOptions = {
  /** Ends the call, whatever it waits for. */
  signal?: AbortSignal | undefined
  /** Names this write: a repeat under the same key does nothing twice. Made anew for each call where none is given. */
  key?: string | undefined
}

export type Operation = keyof Operations
export type Answer<N extends Operation> = Operations[N]['answer']
export type BodyOf<N extends Operation> = Operations[N]['input'] extends { body: infer Body } ? Body : never

/** Any operation of the service, by its method and path; the other functions are made of this one. */
export function call<N extends Operation>(
  palaver: Palaver,
  operation: N,
  input: Operations[N]['input'] & { options?: CallOptions | undefined },
): Promise<Answer<N>> {
  const { signal } = input.options ?? {}
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(new PalaverError({ code: 'aborted', detail: 'the signal fired' }, { cause: signal?.reason }))
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    void untilAnswered(palaver, { operation, input }, signal)
      .then(resolve as (value: unknown) => void, reject)
      .finally(() => signal?.removeEventListener('abort', stop))
  })
}

type Asked = { operation: string; input: Input }

async function untilAnswered(palaver: Palaver, { operation, input }: Asked, signal?: AbortSignal): Promise<unknown> {
  const request = requestOf(palaver, operation, input)
  for (let tries = 1; ; tries++) {
    const outcome = await withToken(palaver, request, () => tryOnce(palaver, request, signal))
    if ('value' in outcome) return outcome.value
    const { error } = outcome
    const wait = error.retryAfter ?? 0
    const isHopeless = tries === MOST_TRIES || wait > LONGEST_WAIT_SECONDS || signal?.aborted
    if (isHopeless || !mayRepeat(operation, error)) throw error
    const pause = FIRST_PAUSE_MS * 2 ** tries * (0.5 + palaver.random() / 2)
    await palaver.sleep(wait * 1000 + pause, signal)
  }
}

/**
 * Where the line, a gateway or the store failed, the service may have done it and only its answer is lost: what does
 * something new each time is then done again only if the service knows a repeat by its key.
 */
export function mayRepeat(operation: string, { problem }: PalaverError): boolean {
  const { status }: { code: string; status?: number } = problem
  if (status === TOO_MANY) return true
  return PASSING.includes(status) && (!operation.startsWith('POST') || KEYED_POSTS.includes(` ${operation.slice(9)} `))
}

/** With the token that is known; once more with a new one where that has expired. */
export async function withToken<T>(
  palaver: Palaver,
  request: Request,
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const asked = tokenOf(palaver)
  authorize(request, await asked)
  const outcome = await ask()
  if (!isExpired(outcome) || typeof palaver.token !== 'function') return outcome
  // Another call may have got a new one meanwhile.
  if (palaver.asked === asked) palaver.asked = undefined
  authorize(request, await tokenOf(palaver))
  return ask()
}

const isExpired = (outcome: Outcome<unknown>): boolean =>
  'error' in outcome && outcome.error.problem.code === 'token-expired'

/** Calls that begin at the same time ask for it once. */
function tokenOf(palaver: Palaver): Promise<Token> {
  const { token } = palaver
  palaver.asked ??= Promise.resolve(typeof token === 'function' ? token() : token).catch((error) => {
    palaver.asked = undefined
    throw error
  })
  return palaver.asked
}

function authorize({ init: { headers } }: Request, token: Token): void {
  if (token) headers['authorization'] = `Bearer ${token}`
  else delete headers['authorization']
}
