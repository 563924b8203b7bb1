/** Who speaks; nobody in particular where there is none. */
export type Token = string | null | undefined

/** What surrounds the client; tests put their own in its place. */
export type World = {
  fetch: typeof fetch
  /** Ends early, and without an error, when the signal fires. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  now: () => number
  random: () => number
  /** Names a write, so that the service can tell a repeat from another one. */
  newKey: () => string
}

export type ConnectOptions = Partial<World> & {
  /** Where the service is, such as `https://talk.example.org`. */
  url: string
  /** The org whose discussions are meant. */
  org: string
  /** A token, or who gets one: asked for the first request, and once more for a request that finds it expired. */
  token?: Token | (() => Token | Promise<Token>)
  /** For each try of a request, its answer and all: longer is as good as no answer. */
  timeoutMs?: number
}

/** A service, one org of it, and who speaks. */
export type Palaver = World & {
  readonly url: string
  readonly org: string
  readonly token?: ConnectOptions['token']
  readonly timeoutMs: number
  /** The token as it was got last. */
  asked?: Promise<Token> | undefined
  /** Events of the last own writes, each with its time. */
  seen: readonly (readonly [event: string, at: number])[]
}

/** Nothing is sent yet. */
export function connect(options: ConnectOptions): Palaver {
  return {
    fetch,
    sleep,
    now: Date.now,
    random: Math.random,
    // Pages without https have no `crypto.randomUUID`.
    newKey: () => crypto.getRandomValues(new Uint32Array(4)).join('-'),
    timeoutMs: 30_000,
    ...options,
    url: options.url.replace(/\/+$/, ''),
    seen: [],
  }
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(wake, ms)
    signal?.addEventListener('abort', wake)
    function wake(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
  })
}
