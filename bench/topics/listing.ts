import { type Context, startFollowing } from '@palaver/server'
import { atMost, measurePair, type Row, timed } from '../measure.ts'
import { mostComments } from '../most.ts'
import { say } from '../progress.ts'
import { from64Writers } from '../store/world.ts'
import { type Ground, groundIn, TREE } from './ground.ts'

const BELOW = 100_000
const IN_LEAF = 100
const CHILDREN = 10
const PAGE = 50
const READS = 200

type Standing = Awaited<ReturnType<Context['topics']['create']>>
type Places = { root: Standing; leaf: Standing; leaves: Standing[] }

/** A page of the discussions under a root that has very many below it, beside one under a leaf that has few. */
export async function subtreePage(folder: string): Promise<Row> {
  const ground = await groundIn(folder)
  const places = await makeTopics(ground)
  const below = Math.min(BELOW, mostComments())
  await fill(ground, places, below)
  const read = (topic: Standing) => (): Promise<number> => timed(() => readPages(ground, topic))
  const { floorMs, subjectMs } = await measurePair({ floor: read(places.leaf), subject: read(places.root) })
  await ground.context.store.close()
  const ratio = subjectMs / floorMs
  const micro = (ms: number): string => `${((1000 * ms) / READS).toFixed(0)} µs`
  return {
    name: 'subtreePage',
    ratio,
    ...atMost(1.5, ratio),
    subject: `${micro(subjectMs)}, ${below.toLocaleString('en')} below`,
    floor: `${micro(floorMs)}, ${IN_LEAF}`,
  }
}

/** As a route does it: the topic as it is now, then its list. */
async function readPages({ context: { topics }, admin: { org } }: Ground, { topic }: Standing): Promise<void> {
  for (let read = 0; read < READS; read++) {
    const query = { within: 'all', sort: 'activity', limit: PAGE, cursor: null } as const
    const { discussions } = await topics.discussionsIn(null, await topics.require(org, topic._id), query)
    if (discussions.length !== PAGE) throw new Error(`A page has ${discussions.length} discussions.`)
  }
}

/** A root with leaves two levels below it, and a leaf beside it. */
async function makeTopics({ context: { topics }, admin: actor }: Ground): Promise<Places> {
  const root = await topics.create({ actor }, TREE, { name: 'Root' })
  const leaf = await topics.create({ actor }, TREE, { name: 'Leaf' })
  const leaves: Standing[] = []
  for (let child = 0; child < CHILDREN; child++) {
    const middle = await topics.create({ actor }, TREE, { name: `Child ${child}`, parent: root.topic._id })
    for (let number = 0; number < CHILDREN; number++)
      leaves.push(await topics.create({ actor }, TREE, { name: `Leaf ${number}`, parent: middle.topic._id }))
  }
  return { root, leaf, leaves }
}

async function fill({ context, admin: { org } }: Ground, { leaf, leaves }: Places, below: number): Promise<void> {
  const open = (number: number, topic: string | undefined) =>
    context.comments.needs.discussions.open({
      org,
      resource: { type: 'bench', id: String(number) },
      title: `Discussion ${number}`,
      topic: topic ?? null,
    })
  let done = 0
  await from64Writers(below + IN_LEAF, async (number) => {
    await open(number, number < below ? leaves[number % leaves.length]?.topic._id : leaf.topic._id)
    if (++done % 5_000 === 0) say(`opening ${done} of ${below} discussions`)
  })
  say('listing them')
  await startFollowing(context).drained()
  say('')
}
