import fc from 'fast-check'
import { expect, test } from 'vitest'
import { photos as photosCollection } from './collections.ts'
import { type Ground, ground, person } from './files.fixtures.ts'
import { blobsIn, type Kept, picturesOf } from './stepped.fixtures.ts'

const HOUR_MS = 60 * 60_000

const command = fc.oneof(
  fc.record({ kind: fc.constant('bring' as const), who: fc.nat(2), content: fc.nat(2) }),
  ...(['delete', 'claim', 'release'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), who: fc.nat(2), which: fc.nat() }),
  ),
  fc.record({ kind: fc.constant('erase' as const), who: fc.nat(2) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

const NOBODY = person('nobody')
/** Two of them have the same name, in two orgs. */
const PEOPLE = [person('ann'), person('bob'), person('ann', 'org2')]
type Known = { who: number; holder: boolean; expires: number }

/** What must be there, from first principles. */
class Model {
  readonly photos = new Map<string, Known>()
  now = 0

  at(which: number): string | undefined {
    const ids = [...this.photos.keys()]
    return ids[which % ids.length]
  }

  wait(hours: number): void {
    this.now += hours
    for (const [id, { holder, expires }] of this.photos) if (!holder && expires <= this.now) this.photos.delete(id)
  }
}

const HOLDER = 'post~1'

type Stage = Ground & { content: { now: number }; model: Model }
type Of<K extends Command['kind']> = Extract<Command, { kind: K }>

async function bring({ photos, content, model }: Stage, done: Of<'bring'>): Promise<void> {
  content.now = done.content
  const { _id } = await photos.upload(PEOPLE[done.who] ?? NOBODY, Buffer.alloc(0))
  model.photos.set(_id, { who: done.who, holder: false, expires: model.now + 24 })
}

async function erase({ photos, model }: Stage, { who }: Of<'erase'>): Promise<void> {
  const { org, id } = PEOPLE[who] ?? NOBODY
  for (const place of photos.personalPlaces()) await place.erase({ org, id, seq: 1, late: false })
  for (const [photo, known] of model.photos) if (known.who === who) model.photos.delete(photo)
}

async function release({ photos, model }: Stage, { who, which }: Of<'release'>): Promise<void> {
  const { org } = PEOPLE[who] ?? NOBODY
  const id = model.at(which) ?? 'none'
  await photos.release(org, HOLDER, [id])
  const known = model.photos.get(id)
  if (known?.holder === true && PEOPLE[known.who]?.org === org)
    Object.assign(known, { holder: false, expires: model.now + 24 })
}

async function takeOrDelete({ photos, model }: Stage, { kind, who, which }: Of<'claim' | 'delete'>): Promise<void> {
  const actor = PEOPLE[who] ?? NOBODY
  const id = model.at(which) ?? 'none'
  const known = model.photos.get(id)
  const may = known?.who === who && (kind === 'claim' || !known.holder)
  const doing = kind === 'claim' ? photos.claim(actor, [id], HOLDER) : photos.delete(actor, id)
  const done = doing.then(
    () => true,
    () => false,
  )
  expect(await done, kind).toBe(may)
  if (may && kind === 'delete') model.photos.delete(id)
  if (may && kind === 'claim') known.holder = true
}

async function perform(stage: Stage, done: Command): Promise<void> {
  if (done.kind === 'bring') return bring(stage, done)
  if (done.kind === 'erase') return erase(stage, done)
  if (done.kind === 'release') return release(stage, done as Of<'release'>)
  if (done.kind !== 'wait') return takeOrDelete(stage, done as Of<'claim' | 'delete'>)
  stage.model.wait(done.hours)
  return stage.later(done.hours * HOUR_MS)
}

test('whatever people do, and however long they wait, what should be there is, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
      const [kept, content]: [Kept, { now: number }] = [new Map(), { now: 0 }]
      const pictures = async () => picturesOf(`large ${content.now}`, `small ${content.now % 2}`)
      const model = new Model()
      const it = { ...(await ground({ blobs: blobsIn(kept), pictures })), content, model }
      it.holders.add(HOLDER)
      for (const one of commands) {
        await perform(it, one)
        const { docs } = await it.store.collection(photosCollection).find({ limit: 1000 })
        expect(docs.map(({ _id }) => _id).toSorted()).toEqual([...model.photos.keys()].toSorted())
        const named = new Set(docs.flatMap(({ blobs }) => blobs))
        expect([...kept.keys()].toSorted()).toEqual([...named].toSorted())
      }
    }),
    { numRuns: 60 },
  )
})
