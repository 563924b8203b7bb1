import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsIn, type SentEvent } from './sse.ts'

async function read(pieces: readonly Uint8Array[]): Promise<SentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const found: SentEvent[] = []
  for await (const event of eventsIn(body, () => {})) found.push(event)
  return found
}

const TEXT =
  'retry: 1200\n\n:\n\nid: 1.a\nevent: created\ndata: {"a":"ü: b"}\n\nevent: two\ndata:x\ndata: y\n\nid: cut off'

test.each(['\n', '\r\n', '\r'])(
  'a stream with line breaks such as %j is read, however it is cut',
  async (lineBreak) => {
    const bytes = new TextEncoder().encode(TEXT.replaceAll('\n', lineBreak))
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [...places.toSorted((a, b) => a - b), bytes.length]
        const pieces = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end))
        expect(await read(pieces)).toEqual([
          { event: '', data: '', id: null, retryMs: 1200 },
          { event: '', data: '', id: null, retryMs: null },
          { event: 'created', data: '{"a":"ü: b"}', id: '1.a', retryMs: null },
          { event: 'two', data: 'x\ny', id: null, retryMs: null },
        ])
      }),
    )
  },
)
