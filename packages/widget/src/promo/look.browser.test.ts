import { expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { describeBrowser } from '../testing/browser.ts'
import { isFocused } from '../testing/focus.ts'
import { village } from '../testing/social.ts'
import { pageAround } from '../testing/threads.ts'
import { begin, MAGAZINE, plant } from '../testing/topics.ts'
import { BETWEEN, openTalk, scene, talk } from './testing/pages.ts'
import { drawn, watchShifts } from './testing/shifts.ts'

const PICTURE = { url: '/picture.png', width: 300, height: 250, alt: 'A train at night' }
const SIDE = { size: { width: 300, height: 250 } }
const ZONES = {
  between: BETWEEN,
  image: { ...SIDE, ad: { format: 'image', picture: PICTURE } },
  html: { ...SIDE, ad: { format: 'html', html: '<h1>Sale</h1>' } },
} as const
const ROOM = 'style="display:block;inline-size:300px;block-size:250px"'
const LOOKS = [
  ['in light', { theme: 'light' }, {}],
  ['in dark', { theme: 'dark' }, {}],
  ['from right to left', { theme: 'light', locale: 'ar' }, {}],
  ['on a phone', { theme: 'dark', locale: 'de' }, { viewport: { width: 360, height: 300 } }],
] as const
const LABELS: Readonly<Record<string, string>> = { ar: 'إعلان', de: 'Anzeige' }

describeBrowser('Ads', (open) => {
  it.each(LOOKS)('are read by everybody %s', async (_, look, options) => {
    const s = await scene(ZONES)
    await talk(s, 8)
    const page = await open({ viewport: { width: 800, height: 300 }, ...options })
    const attributes = Object.entries(look).map(([name, value]) => `${name}="${value}"`)
    const slots = ['image', 'html'].map(
      (zone) => `<palaver-ad zone="${zone}" size="300x250" ${ROOM} ${attributes.join(' ')}></palaver-ad>`,
    )
    const back = `<div style="background:${look.theme === 'dark' ? '#17181c' : '#fff'};color:${look.theme === 'dark' ? '#fff' : '#000'}">`
    await openTalk(page, s, { attributes: attributes.join(' '), above: back + slots.join(''), under: '</div>' })
    await expect.poll(() => page.locator('.promo').count()).toBe(5)
    const label = LABELS['locale' in look ? look.locale : 'en'] ?? 'Ad'
    expect(new Set(await page.locator('.promo-label').allTextContents())).toEqual(new Set([label]))
    for (const ask of await page.locator('.promo-ask').all()) await ask.click()
    // Their HTML is shut off from all, and from axe, too.
    expect(await axeViolations(page, { iframes: false })).toEqual([])
    const widths = await page
      .locator('.promo')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...widths)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  })

  it('stand in a feed after each so many posts, and are passed over from post to post', async () => {
    const s = await scene({ news: { placement: { kind: 'feed', every: 2, most: 2 } } })
    const { writes } = await village(s.stage, ['ada'])
    for (let number = 6; number > 0; number--) await writes('ada', `Post ${number}: secret word`)
    await s.stage.settled()
    const page = await open({ viewport: { width: 800, height: 250 } })
    const shifted = await watchShifts(page)
    const feed = `<palaver-feed view="wall" token="${await s.stage.token('ada')}" ads="news" live="off"></palaver-feed>`
    await page.goto(s.front.site.put({ body: pageAround(feed), head: '<meta name="keywords" content="trains">' }))
    await expect.poll(() => page.locator('.promo').count()).toBe(2)
    const order = await page.locator('.posts > *').evaluateAll((all) => all.map((one) => one.className.split(' ')[0]))
    expect(order).toEqual(['post', 'post', 'promo-place', 'post', 'post', 'promo-place', 'post', 'post'])
    expect(JSON.stringify(s.front.asked)).not.toContain('secret')
    expect(s.front.asked[0]?.page).toEqual({ url: page.url(), keywords: ['trains'] })
    const posts = page.locator('.posts > .post')
    await posts.nth(1).focus()
    await page.keyboard.press('PageDown')
    expect(await isFocused(posts.nth(2))).toBe(true)
    expect(await shifted()).toBeLessThan(0.01)
    expect(await axeViolations(page)).toEqual([])
  })

  it('stand at the head of what is said in a topic', async () => {
    const s = await scene({ topic: { placement: { kind: 'topic' } } })
    const ids = await plant(s.stage, MAGAZINE)
    await begin(s.stage, { by: 'ada', topic: ids['Rail'] ?? '', title: 'Night trains' })
    await s.stage.settled()
    const page = await open()
    const shifted = await watchShifts(page)
    // The list comes after the ad, so that both are drawn together.
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/topics/*/discussions*', async (route) => {
      await held
      await route.continue()
    })
    const body = pageAround(`<palaver-topics view="page" path="travel/rail" ads="topic"></palaver-topics>`)
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/placements'))
    await page.goto(s.front.site.put({ body }))
    await (await answered).finished()
    expect(s.front.asked[0]?.page.topic).toBe(ids['Rail'])
    await drawn(page)
    expect(await page.locator('.promo').count()).toBe(0)
    const before = await shifted()
    release()
    await page.locator('.talk-title').first().waitFor()
    expect(await page.locator('.promo').count()).toBe(1)
    expect(await shifted()).toBe(before)
    expect(await axeViolations(page)).toEqual([])
  })
})
