import { htmlOf } from './html.ts'
import type { PersonalPlace, Whose } from './place.ts'
import { type Entry, zip } from './zip.ts'

export type Wanted = { places: readonly PersonalPlace[]; whose: Whose; name: string; now: Date }

/** Two files: one for people to read, one for programs. */
export function archiveOf(wanted: Wanted): AsyncIterable<Uint8Array> {
  const entries: Entry[] = [
    { name: 'index.html', content: htmlOf(wanted) },
    { name: 'data.json', content: jsonOf(wanted) },
  ]
  return zip(entries, wanted.now)
}

async function* jsonOf({ places, whose, now }: Wanted): AsyncGenerator<string> {
  yield `{"made":${JSON.stringify(now.toISOString())}`
  for (const { name, items } of places) {
    if (items === undefined) continue
    yield `,\n${JSON.stringify(name)}:[`
    let isFirst = true
    for await (const item of items(whose)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
      isFirst = false
    }
    yield ']'
  }
  yield '}\n'
}
