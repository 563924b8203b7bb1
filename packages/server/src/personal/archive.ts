import { htmlOf } from './html.ts'
import type { PersonalPlace, Whose } from './place.ts'
import { type Entry, zip } from './zip.ts'

export type Wanted = { places: readonly PersonalPlace[]; whose: Whose; name: string; now: Date }

/** The format counts bytes up to 4 GiB and files up to 65,535; the rest of an archive fits between these and that. */
const MOST_BYTES = 4_000_000_000
const MOST_FILES = 60_000

/** A file for people to read, one for programs, and the files that both name. */
export const archiveOf = (wanted: Wanted): AsyncIterable<Uint8Array> => zip(entriesOf(wanted), wanted.now)

async function* entriesOf(wanted: Wanted): AsyncGenerator<Entry> {
  yield { name: 'index.html', content: htmlOf(wanted) }
  yield { name: 'data.json', content: jsonOf(wanted) }
  yield* filesOf(wanted)
}

async function* filesOf({ places, whose }: Wanted): AsyncGenerator<Entry> {
  let [bytes, count] = [0, 0]
  for (const { files } of places) {
    if (files === undefined) continue
    for await (const file of files(whose)) {
      bytes += file.bytes
      count++
      if (bytes > MOST_BYTES || count > MOST_FILES) return
      yield file
    }
  }
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
