import * as z from 'zod'
import { RecentMap } from '../../api/recent-map.ts'
import type { Photos, PhotoView } from '../../files/service.ts'
import { FORMATS, type Creative } from '../model.ts'
import type { Tokens } from '../tracking/tokens.ts'
import type { Placed, PlacedAd } from './serve.ts'

const size = z.object({ width: z.int(), height: z.int() })

const pictureSchema = z.object({ url: z.string(), width: z.int(), height: z.int(), alt: z.string() })

const adSchema = z
  .object({
    token: z.string().meta({ description: 'Names it in `beside`, when more is asked for by the same page.' }),
    format: z.enum(FORMATS),
    label: z.literal('Ad'),
    advertiser: z.string().nullable(),
    title: z.string().nullable(),
    text: z.string().nullable(),
    action: z.string().nullable(),
    picture: pictureSchema.nullable(),
    html: z.string().nullable().meta({ description: 'Only for a frame with a sandbox, never for the page itself.' }),
    size: size.nullable(),
    isHouse: z.boolean(),
    click: z.string().meta({ description: 'Where a click leads; all three are addresses of this service.' }),
    impression: z.string(),
    viewable: z.string(),
  })
  .meta({ id: 'PlacedAd' })

const placementSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('anywhere') }),
    z.object({ kind: z.literal('topic') }),
    z.object({ kind: z.literal('thread'), after: z.int(), every: z.int().nullable(), most: z.int() }),
    z.object({ kind: z.literal('feed'), every: z.int(), most: z.int() }),
  ])
  .meta({ id: 'Placement' })

export const placesSchema = z
  .object({
    places: z.array(
      z.object({ zone: z.string(), placement: placementSchema, size: size.nullable(), ads: z.array(adSchema) }),
    ),
  })
  .meta({ id: 'Places' })

const PICTURES_KEPT = 10_000
/** Their addresses hold for far longer, but a picture may go with who brought it. */
const PICTURE_MS = 60_000

type Needs = {
  photos: Pick<Photos, 'views'>
  tokens: Pick<Tokens, 'issue'>
  now: () => number
  /** Told of what cannot be shown, because its picture is gone. */
  missing: (placed: Placed) => void
}

/** Ads as a page is given them: JSON, of which only the addresses differ from one decision to the next. */
export class AdViews {
  readonly #needs: Needs
  readonly #pictures = new RecentMap<{ view: PhotoView | null; at: number }>({ capacity: PICTURES_KEPT })
  readonly #written = new WeakMap<Creative, { text: string; picture: PhotoView | null }>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async json(places: readonly Placed[]): Promise<string> {
    const parts: string[] = []
    for (const { zone, ads } of places) {
      const shown: string[] = []
      for (const ad of ads) {
        const picture = await this.#pictureOf(ad)
        // An image without its picture is nothing to look at, and nothing to pay for.
        if (picture !== null || ad.creative.format !== 'image') shown.push(this.#adIn(ad, picture))
        else this.#needs.missing({ zone, ads: [ad] })
      }
      const { key, placement, size: asked } = zone
      parts.push(
        `{"zone":${JSON.stringify(key)},"placement":${JSON.stringify(placement)},"size":${JSON.stringify(asked)},"ads":[${shown.join(',')}]}`,
      )
    }
    return `{"places":[${parts.join(',')}]}`
  }

  #adIn(ad: PlacedAd, picture: PhotoView | null): string {
    const { i, v, c } = this.#needs.tokens.issue(ad.decided)
    const own = JSON.stringify({ advertiser: ad.advertiser, isHouse: ad.campaign === null })
    // Tokens are made of letters that JSON leaves as they are.
    return `${this.#textOf(ad.creative, picture)},${own.slice(1, -1)},"token":"${i}","click":"/t/c/${c}","impression":"/t/i/${i}","viewable":"/t/v/${v}"}`
  }

  /** All but the last brace. */
  #textOf(creative: Creative, picture: PhotoView | null): string {
    const known = this.#written.get(creative)
    if (known !== undefined && known.picture === picture) return known.text
    const text = JSON.stringify(shownOf(creative, picture)).slice(0, -1)
    this.#written.set(creative, { text, picture })
    return text
  }

  async #pictureOf({ creative }: PlacedAd): Promise<PhotoView | null> {
    const id = creative.card?.photo ?? creative.image?.photo ?? null
    if (id === null) return null
    const now = this.#needs.now()
    const known = this.#pictures.get(id)
    if (known !== undefined && now - known.at < PICTURE_MS) return known.view
    const view = (await this.#needs.photos.views(creative.org, null, [id])).get(id) ?? null
    this.#pictures.set(id, { view, at: now })
    return view
  }
}

function shownOf({ format, card, image, html, size: own }: Creative, picture: PhotoView | null) {
  const { title = null, text = null, action = null } = card ?? {}
  const alt = image?.alt ?? ''
  const shown =
    picture === null
      ? null
      : { url: picture.large, width: picture.width, height: picture.height, alt: alt || picture.alt }
  return { format, label: 'Ad', title, text, action, picture: shown, html, size: own }
}
