import { expect, test } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { PICTURE } from '../../testing/api/photo-ids.ts'
import { CARD, DAY_MS, inventoryGround, NEW } from './inventory.fixtures.ts'
import { holderOf } from './pictures.ts'

describeEngines('creatives', (engine) => {
  const { clock, context, wholeCampaign } = inventoryGround(engine)

  test('a change of what is shown waits for review, of its name it does not', async () => {
    const { actor, book, creative } = await wholeCampaign()
    const id = creative._id
    const state = async () => (await book.creatives.get(actor, id)).review.state
    const approve = () => book.creatives.review(actor, id, { state: 'approved', reason: null })
    expect((await approve()).review).toMatchObject({ state: 'approved', by: actor.id, at: expect.any(String) })
    await book.creatives.change(actor, id, { name: 'Tea, green' })
    expect(await state()).toBe('approved')
    await book.creatives.change(actor, id, { card: CARD })
    expect(await state()).toBe('approved')
    await book.creatives.change(actor, id, { destination: 'https://example.org/other' })
    expect(await state()).toBe('waiting')
    const { rev } = await approve()
    await book.creatives.change(actor, id, { card: { ...CARD, text: 'Picked by machines.' } })
    expect(await state()).toBe('waiting')
    const unseen = book.creatives.review(actor, id, { state: 'approved', reason: null, revs: [rev] })
    await expect(unseen).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect(await state()).toBe('waiting')
    const toImage = book.creatives.change(actor, id, { card: null })
    await expect(toImage).rejects.toMatchObject({ code: 'invalid', flaws: [{ path: 'card' }] })
  })

  test('pictures are held by what shows them, for all to see, and free again after', async () => {
    const { photos } = context()
    const { actor, book, advertiser } = await wholeCampaign()
    const bring = async () => (await photos.upload(actor, PICTURE))._id
    const holder = async (photo: string) => (await photos.get(actor.org, photo))?.holder
    const [first, second, third] = [await bring(), await bring(), await bring()]
    const image = (photo: string) => ({ photo, alt: 'A cup of tea' })
    const said = NEW.creative(advertiser._id, {
      format: 'image',
      card: null,
      image: image(first),
      size: { width: 300, height: 250 },
    })
    const { doc: creative } = await book.creatives.create({ actor }, said)
    const id = creative._id
    expect(await holder(first)).toBe(holderOf(id))
    const address = new URL((await book.pictures([creative])).get(first)?.large ?? '', 'http://localhost')
    await photos.shown(first, 'large', address.searchParams.get('for') ?? '')
    const refused = book.creatives.create({ actor }, { ...said, name: 'Twice' })
    await expect(refused).rejects.toMatchObject({ code: 'photo-in-use' })
    const late = book.creatives.change(actor, id, { image: image(third), revs: [7] })
    await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile' })
    expect(await holder(third)).toBe(null)
    await book.creatives.change(actor, id, { image: image(second) })
    expect([await holder(first), await holder(second)]).toEqual([null, holderOf(id)])
    await book.creatives.archive(actor, id)
    clock.ms += 40 * DAY_MS
    while (await photos.sweep()) await Promise.resolve()
    expect([await holder(first), await holder(second)]).toEqual([undefined, holderOf(id)])
  })

  test('a picture of somebody else cannot be taken', async () => {
    const { photos } = context()
    const { actor, book, creative } = await wholeCampaign()
    const theirs = await photos.upload({ ...actor, id: 'somebody' }, PICTURE)
    const taking = book.creatives.change(actor, creative._id, { card: { ...CARD, photo: theirs._id } })
    await expect(taking).rejects.toMatchObject({ code: 'photo-not-found' })
    expect((await photos.get(actor.org, theirs._id))?.holder).toBe(null)
  })
})
