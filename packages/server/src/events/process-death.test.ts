import { once } from 'node:events'
import { join } from 'node:path'
import { createStore, openSqlite } from '@palaver/store'
import { expect, test } from 'vitest'
import { spawnSource } from '../../../store/src/testing/torture/writing-child.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { queueCollections, queueItems } from './collections.ts'
import { things } from './testing/things.ts'

const CHILD = new URL('testing/mortal-child.ts', import.meta.url)
const collections = [things, ...queueCollections]

async function live(file: string, life: number): Promise<{ code: number | null; signal: string | null; said: string }> {
  const child = spawnSource(CHILD, [file, String(life)])
  let said = ''
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (part: Buffer) => (said += part.toString()))
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, said }
}

test(
  'B4: an event that really kills the process does so three times, then it is a dead letter and the rest flows',
  { timeout: 60_000 },
  async () => {
    const file = join(await tempFolder(), 'palaver.sqlite')
    const writer = createStore(await openSqlite({ file, collections }))
    const at = new Date().toISOString()
    for (const _id of ['a', 'deadly', 'b'])
      await writer
        .collection(things)
        .insert({ _id }, { events: [{ _id, org: 'acme', subject: _id, type: 'thing', op: 'created', at }] })
    await writer.close()
    const ends: (string | null)[] = []
    for (let life = 0; life < 6 && !ends.includes(null); life++) {
      const { signal, said } = await live(file, life)
      ends.push(signal)
      expect(said).toBe(signal === null ? 'drained\n' : '')
    }
    expect(ends).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null])
    const store = createStore(await openSqlite({ file, collections }))
    const found = await Promise.all(['a', 'deadly', 'b'].map((id) => store.collection(things).get(`done-${id}`)))
    expect(found.map((one) => one !== null)).toEqual([true, false, true])
    expect(await store.collection(queueItems).get('q~deadly')).toMatchObject({ state: 'dead' })
    await store.close()
  },
)
