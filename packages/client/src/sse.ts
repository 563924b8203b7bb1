/** One event of a stream; `retryMs` is how long to wait before coming again, where the stream says so. */
export type SentEvent = { event: string; data: string; id: string | null; retryMs: number | null }

/** What a body of server-sent events says, piece by piece. `heard` is told of every sign of life. */
export async function* eventsIn(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<SentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let lines: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    // A lone CR at the end may be the first half of a line break.
    const found = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = found.pop() ?? ''
    for (const line of found)
      if (line === '') {
        if (lines.length > 0) yield eventOf(lines)
        lines = []
      } else lines.push(line)
  }
}

function eventOf(lines: readonly string[]): SentEvent {
  const values = (name: string): string[] =>
    lines.flatMap((line) => {
      const [field, value = ''] = line.split(/: ?([\s\S]*)/)
      return field === name ? [value] : []
    })
  const retry = values('retry').at(-1)
  return {
    event: values('event').at(-1) ?? '',
    data: values('data').join('\n'),
    id: values('id').at(-1) ?? null,
    retryMs: retry !== undefined && /^\d+$/.test(retry) ? Number(retry) : null,
  }
}
