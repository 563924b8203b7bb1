import type { Palaver } from '@palaver/client'
import {
  adReport,
  createAd,
  createSite,
  createZone,
  type MadeAd,
  reviewCreative,
  startCampaign,
} from '@palaver/client/promo'
import { expect, it } from 'vitest'
import { describeBrowser } from '../testing/browser.ts'
import { admin, type Stage, stage } from '../testing/stage.ts'
import { openThread, pageAround } from '../testing/threads.ts'
import { watch } from '../testing/watch.ts'
import { talk } from './testing/pages.ts'

const OFFER = '/offer'
const TITLE = 'Sleep through Europe'
/** What calls itself headless is no reader, and is not counted. */
const READER = {
  viewport: { width: 800, height: 300 },
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const THREAD = { resource: 'a:1', order: 'oldest', ads: 'between' }

type Service = { stage: Stage; palaver: Palaver; ad: MadeAd }

/** A discussion, a zone between its root comments, and an ad that waits to be reviewed. */
async function service(): Promise<Service> {
  // However busy the machine is, it has the time to choose.
  const made = await stage({ settings: { PALAVER_ADS_LIMIT_MS: '10000' } })
  await talk({ stage: made }, 5)
  made.site.putFile(OFFER, 'text/html', 'The offer')
  const palaver = await made.as(admin('eve'))
  await createSite(palaver, { key: 'magazine', name: 'Magazine' })
  const placement = { kind: 'thread', after: 3, every: null, most: 1 } as const
  await createZone(palaver, { key: 'between', site: 'magazine', name: 'Between', placement })
  const card = { title: TITLE, text: 'Berths from 49.', action: 'Book' }
  const ad = await createAd(palaver, {
    advertiser: { name: 'Night Trains Ltd' },
    creative: { name: 'Card', format: 'card', card, destination: `${made.site.origin}${OFFER}` },
    campaign: { name: 'Autumn', budget: 1_000_000_000, from: new Date(Date.now() - 3_600_000).toISOString() },
    flight: { name: 'First', pricing: { model: 'cpm', price: 2_000_000 }, pacing: 'asap' },
  })
  return { stage: made, palaver, ad }
}

async function run({ palaver, ad: { creative, campaign } }: Service): Promise<void> {
  await reviewCreative(palaver, { id: creative.id, rev: creative.rev, state: 'approved' })
  await startCampaign(palaver, campaign.id)
}

async function numbersOf({ palaver, stage: { settled }, ad: { campaign } }: Service): Promise<unknown> {
  await settled()
  const { impressions, viewable, clicks } = (await adReport(palaver, { campaign: campaign.id })).total
  return { impressions, viewable, clicks }
}

describeBrowser('Ads of the service itself', (open) => {
  it('are shown in a thread, billed once they were seen, and lead where they should through the service', async () => {
    const s = await service()
    await run(s)
    const page = await open(READER)
    const thread = await openThread(page, s.stage, THREAD)
    const link = thread.locator('.promo').getByRole('link')
    await link.scrollIntoViewIfNeeded()
    await expect.poll(() => numbersOf(s)).toEqual({ impressions: 1, viewable: 1, clicks: 0 })
    expect(await link.textContent()).toContain(TITLE)
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${s.stage.url}/t/c/`))
    const [offer] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await offer.getByText('The offer').waitFor()
    expect(offer.url()).toBe(`${s.stage.site.origin}${OFFER}`)
    await expect.poll(() => numbersOf(s)).toEqual({ impressions: 1, viewable: 1, clicks: 1 })
  })

  it('are seen in their place before they run, by an admin alone, and nothing of that is counted', async () => {
    const s = await service()
    const page = await open(READER)
    const seen = watch(page)
    const preview = s.ad.creative.id
    const thread = await openThread(page, s.stage, { ...THREAD, preview, token: await s.stage.token(admin('eve')) })
    await thread.locator('.promo', { hasText: TITLE }).scrollIntoViewIfNeeded()
    await expect.poll(() => seen.requests.filter((one) => one.includes('/t/v/')).length).toBe(1)
    expect(await numbersOf(s)).toEqual({ impressions: 0, viewable: 0, clicks: 0 })
    expect(seen.requests.filter((one) => one.includes('/v1/placements'))).toEqual([])
  })

  it('stay away from a preview that is not for who asks, or of what is not there', async () => {
    const s = await service()
    await run(s)
    const page = await open(READER)
    const slot = (preview: string, token: string): string =>
      `<palaver-ad zone="between" size="300x100" preview="${preview}" token="${token}">Our shop</palaver-ad>`
    const slots = [
      slot(s.ad.creative.id, await s.stage.token('ada')),
      slot('nothing', await s.stage.token(admin('eve'))),
      slot(s.ad.creative.id, await s.stage.token(admin('eve'))),
    ]
    const style = '<style>palaver-ad { display: block; block-size: 100px }</style>'
    const asked = ['/preview', '/nothing/preview'].map((path) =>
      page.waitForResponse((answer) => !answer.ok() && answer.url().includes(path)),
    )
    await page.goto(s.stage.site.put({ body: pageAround(slots.join('')), head: style }))
    await Promise.all(asked)
    const ads = page.locator('palaver-ad')
    await ads.nth(2).locator('.promo').waitFor()
    expect(await page.locator('.promo').count()).toBe(1)
    expect(await ads.first().getByText('Our shop').isVisible()).toBe(true)
  })
})
