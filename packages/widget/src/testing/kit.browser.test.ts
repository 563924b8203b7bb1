import { expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { describeBrowser } from './browser.ts'
import { stage } from './stage.ts'
import { watch } from './watch.ts'

describeBrowser('the test kit', (open) => {
  test('opens a page of another site that calls the service', async () => {
    const { site, url, token } = await stage()
    const page = await open()
    await page.goto(site.put({ body: '<h1>Hello</h1>', title: 'One' }))
    const comments = `${url}/v1/discussions/-/comments?org=main&type=article&id=1`
    const status = await page.evaluate(
      async ([address = '', bearer = '']) => {
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
        return (await fetch(address, { method: 'POST', headers, body: '{"text":"Hello."}' })).status
      },
      [comments, await token('ada')],
    )
    expect([await page.title(), status]).toEqual(['One', 201])
  })

  test('two pages know nothing of each other', async () => {
    const { site } = await stage()
    const address = site.put({ body: '<h1>Hello</h1>' })
    const [ada, bob] = [await open(), await open()]
    for (const page of [ada, bob]) await page.goto(address)
    await ada.evaluate("localStorage.setItem('who', 'ada')")
    expect(await bob.evaluate("localStorage.getItem('who')")).toBe(null)
  })

  test('axe finds what is wrong, in shadow roots too', async () => {
    const { site } = await stage()
    const page = await open()
    const hidden = '<div><template shadowrootmode="open"><img src="data:,"></template></div>'
    await page.goto(site.put({ body: `<main><h1>Hello</h1>${hidden}</main>`, csp: "default-src 'none'" }))
    expect(await axeViolations(page)).toEqual([expect.stringMatching(/^image-alt \(critical\).*>>> img/)])
    await page.goto(site.put({ body: '<main><h1>Hello</h1></main>' }))
    expect(await axeViolations(page)).toEqual([])
  })

  test('a page with a policy and a script that it forbids is seen through', async () => {
    const { site, url } = await stage()
    const page = await open()
    const seen = watch(page)
    const address = site.put({
      body: '<script>alert(1)</script><img src="/no" alt="">',
      csp: `default-src 'none'; script-src ${url}`,
    })
    await page.goto(address)
    expect(seen.dialogs).toEqual([])
    expect(seen.complaints).toContainEqual(expect.stringContaining('Content Security Policy'))
    await page.goto(site.put({ body: '<script>alert(1)</script>' }))
    expect(seen.dialogs).toEqual(['alert: 1'])
    expect(seen.requests).toContain(`${url}/embed.js`)
  })
})
