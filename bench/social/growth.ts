import { inFolder } from '../folder.ts'
import { atMost, measurePair, type Row, timed } from '../measure.ts'
import { mostComments } from '../most.ts'
import { fill, type Ground, groundIn, VIEWER } from './ground.ts'

const FEW = 10_000
const MANY = 1_000_000
const READS = 100

/** A page of news where a million posts are stored, beside one where there are ten thousand. */
export async function growth(): Promise<Row> {
  return inFolder((few) =>
    inFolder(async (many) => {
      const stored = Math.min(MANY, mostComments())
      const [small, large] = [await filled(few, FEW), await filled(many, stored)]
      const { floorMs, subjectMs } = await measurePair({ floor: () => read(small), subject: () => read(large) })
      await Promise.all([small, large].map(({ context }) => context.store.close()))
      const ratio = subjectMs / floorMs
      const shown = (ms: number, posts: number): string =>
        `${(ms / READS).toFixed(2)} ms, ${posts.toLocaleString('en')} posts`
      return {
        name: 'growth',
        ratio,
        ...atMost(1.3, ratio),
        subject: shown(subjectMs, stored),
        floor: shown(floorMs, FEW),
      }
    }),
  )
}

async function filled(folder: string, posts: number): Promise<Ground> {
  const ground = await groundIn(folder)
  await fill(ground, posts)
  return ground
}

const read = ({ context, org, viewer }: Ground): Promise<number> =>
  timed(async () => {
    const actor = { org, id: viewer, name: VIEWER.username, role: 'member', kind: 'person' } as const
    for (let count = 0; count < READS; count++) {
      const { posts } = await context.social.news(actor, { before: null, limit: 20 })
      if (posts.length !== 20) throw new Error(`A page has ${posts.length} posts.`)
    }
  })
