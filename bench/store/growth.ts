import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inFolder } from '../folder.ts'
import { atMost, measurePair, type Row, timed } from '../measure.ts'
import { comment } from './comments.ts'
import { fill, openStore } from './world.ts'

const MILLION = 1_000_000
const THOUSAND = 1_000
const PAGES = 2_000
const PLACES = 200

/** A page from the middle of a million documents beside one of a thousand; and the memory that streaming a million takes. */
export async function growth(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const [large, small] = [join(folder, 'large'), join(folder, 'small')]
    await fill(large, MILLION, (done) =>
      process.stderr.write(`\r  writing documents: ${done.toLocaleString('en')} of ${MILLION.toLocaleString('en')}`),
    )
    process.stderr.write('\r\u001b[K')
    await fill(small, THOUSAND)
    const pages = async (file: string, count: number): Promise<() => Promise<number>> => {
      const { collection } = await openStore(file)
      return () =>
        timed(async () => {
          for (let at = 0; at < PAGES; at++) {
            const start = comment(Math.floor(count / 2) - PLACES / 2 + (at % PLACES), 'home')
            await collection.findRaw({
              where: { home: 'home' },
              sort: { posted: 1, slug: 1 },
              limit: 50,
              after: [start.posted, start.slug],
            })
          }
        })
    }
    const { speed, floorMs, subjectMs } = await measurePair({
      floor: await pages(small, THOUSAND),
      subject: await pages(large, MILLION),
    })
    const ratio = 1 / speed
    const eachPage = (ms: number): string => `${((ms / PAGES) * 1000).toFixed(0)} µs`
    const megabytes = await scanMemory(large)
    return [
      { name: 'growth', ratio, ...atMost(1.3, ratio), subject: eachPage(subjectMs), floor: eachPage(floorMs) },
      {
        name: 'scanRss',
        ratio: megabytes,
        ...atMost(100, megabytes),
        subject: `${megabytes.toFixed(0)} MB`,
        floor: 'idle',
      },
    ]
  })
}

/** In a process of its own, where nothing else has grown the heap. */
async function scanMemory(file: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, fileURLToPath(new URL('scan-memory.ts', import.meta.url)), file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return Number(await text(child.stdout))
}
