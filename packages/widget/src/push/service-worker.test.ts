import { expect, test, vi } from 'vitest'

type Hear = (event: object) => void

/** The worker in surroundings of which a test knows everything; answers what a click on a message did. */
async function clicked(url: string | null, windows: readonly string[]): Promise<string[]> {
  const done: string[] = []
  const heard = new Map<string, Hear>()
  const note = (what: string) => async (to?: string) => void done.push(to === undefined ? what : `${what} ${to}`)
  vi.stubGlobal('self', {
    location: { href: 'https://a.example/palaver-sw.js' },
    addEventListener: (name: string, hear: Hear) => heard.set(name, hear),
    clients: {
      matchAll: async () => windows.map((at) => ({ url: at, focus: note(`focus ${at}`), navigate: note('navigate') })),
      openWindow: note('open'),
    },
  })
  vi.resetModules()
  await import('./service-worker.ts')
  vi.unstubAllGlobals()
  const works: Promise<unknown>[] = []
  const notification = { data: { url }, close: () => void done.push('close') }
  heard.get('notificationclick')?.({ notification, waitUntil: (work: Promise<unknown>) => works.push(work) })
  await Promise.all(works)
  return done
}

const PAGE = 'https://a.example/post'

test('a click leads to the comment, in a window that has its page where there is one', async () => {
  const link = `${PAGE}#comment-x`
  expect(await clicked(link, ['https://a.example/'])).toEqual(['close', `open ${link}`])
  expect(await clicked(link, [`${PAGE}#top`])).toEqual(['close', `focus ${PAGE}#top`, `navigate ${link}`])
})

test('a message for somebody else leads to the site alone', async () => {
  expect(await clicked(null, [PAGE])).toEqual(['close', 'open https://a.example/'])
})
