import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { PICTURE } from '../../testing/api/photo-ids.ts'
import { newCreativeSchema } from '../inventory/creative-inputs.ts'
import { AdsGround, MINUTE_MS } from './ground.fixtures.ts'

const SIZE = { width: 300, height: 250 }

/** An ad that is a picture, brought by somebody of its own, in a place that has something else for want of it. */
async function groundWithPicture(engine: Parameters<typeof AdsGround.on>[0]) {
  const ground = await AdsGround.on(engine)
  const { photos, ads } = ground.context
  const bringer = { ...ground.admin, id: 'bringer' }
  const { _id: photo } = await photos.upload(bringer, PICTURE)
  const said = { name: 'Picture', format: 'image', size: SIZE, image: { photo, alt: 'Tea' } }
  const { advertiser, ...running } = await ground.running({ caps: [{ per: 'campaign', most: 50, seconds: 3600 }] })
  const whole = newCreativeSchema.parse({ ...said, advertiser, destination: 'https://example.com/tea' })
  const { doc } = await ads.inventory.creatives.create({ actor: bringer }, whole)
  await ads.inventory.creatives.review(ground.admin, doc._id, { state: 'approved', reason: null })
  const own = await ground.creative(await ground.advertiser())
  await ground.zone('picture', { formats: ['card', 'image'], size: SIZE, house: [own] })
  await ads.inventory.flights.change(ground.admin, running.flight, { zones: ['picture'], creatives: [doc._id] })
  return { ground, bringer, running: { ...running, advertiser, creative: doc._id } }
}

describeEngines('an ad whose picture goes with who brought it', (engine) => {
  it('leaves its place, its money and its caps to others', async () => {
    const { ground, bringer, running } = await groundWithPicture(engine)
    const asked = { places: [{ zone: 'picture', count: 1 }], random: 'V1StGXR8_Z5jdHi6B-myT9', consent: true }
    const shown = async () => (await ground.place(asked)).map(({ isHouse }) => isHouse)
    expect(await shown()).toEqual([false])
    for (const place of ground.context.photos.personalPlaces())
      await place.erase({ org: bringer.org, id: bringer.id, seq: 1, late: false })
    ground.clock.now += 2 * MINUTE_MS
    expect(await shown(), 'it is missed').toEqual([])
    expect(await shown(), 'and not looked for again').toEqual([true])
    const { served } = await ground.context.ads.explain(ground.admin, ground.asked(asked))
    expect(served).toEqual([])
    await ground.settle()
    expect((await ground.campaignOf(running)).money).toMatchObject({ spent: 0, out: [] })
  })

  it('is shown again with another one', async () => {
    const { ground, bringer, running } = await groundWithPicture(engine)
    const { photos, ads } = ground.context
    for (const place of photos.personalPlaces())
      await place.erase({ org: bringer.org, id: bringer.id, seq: 1, late: false })
    const asked = { places: [{ zone: 'picture', count: 1 }] }
    expect(await ground.place(asked)).toEqual([])
    const { _id: photo } = await photos.upload(ground.admin, PICTURE)
    await ads.inventory.creatives.change(ground.admin, running.creative, { image: { photo, alt: 'Tea' } })
    await ads.inventory.creatives.review(ground.admin, running.creative, { state: 'approved', reason: null })
    await ground.context.store.events.settle()
    ground.clock.now += 1000
    expect((await ground.place(asked)).map(({ isHouse }) => isHouse)).toEqual([false])
  })
})
