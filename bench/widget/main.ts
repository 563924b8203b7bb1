import { firstRender } from '../../packages/widget/scripts/first-render.mjs'
import { startSite } from '../../packages/widget/src/testing/site.ts'
import { startBuilt } from '../api/built.ts'
import { inFolder } from '../folder.ts'
import { atMost, type Row } from '../measure.ts'
import { say } from '../progress.ts'
import { withBrowser } from './browser.ts'
import { type Data, makeData } from './data.ts'
import { openings } from './opening.ts'
import { staticPage, type Where, widgetPage } from './pages.ts'
import { scrolling } from './scrolling.ts'

const LARGEST_KB = 20
const SLOWEST = 4
const BYTES_PER_KB = 1_000
const BYTES_PER_MB = 1_000_000

export async function widgetBenchmark(): Promise<Row[]> {
  const kb = (await firstRender()).bytes / BYTES_PER_KB
  const size = { ...figure('gzipKb', kb, { unit: 'kB' }), ...atMost(LARGEST_KB, kb) }
  return inFolder(async (folder) => {
    const data = await makeData(folder)
    return [size, ...(await served(data, (where) => inPages(where, data)))]
  })
}

/** The service in a process of its own, and a site on another origin. */
async function served<T>({ env }: Data, work: (where: Where) => Promise<T>): Promise<T> {
  const service = await startBuilt(env)
  try {
    const site = await startSite(`${service.url}/embed.js`)
    try {
      return await work({ service: service.url, site })
    } finally {
      await site.close()
    }
  } finally {
    await service.stop()
  }
}

function inPages(where: Where, { short, long }: Data): Promise<Row[]> {
  return withBrowser(async (browser) => {
    const urls = { widget: widgetPage(where, short), plain: await staticPage(where, short) }
    const { widget, plain } = await openings(browser, urls)
    const ratio = widget.paintedMs / plain.paintedMs
    const painted = figure('firstCommentMs', widget.paintedMs, { unit: 'ms', floor: plain.paintedMs })
    const heap = await scrolling(browser, widgetPage(where, long))
    const halfWayMb = heap.halfWay / BYTES_PER_MB
    say('')
    return [
      { ...painted, name: 'paintRatio', ratio, ...atMost(SLOWEST, ratio) },
      painted,
      figure('longTaskMs', widget.longMs, { unit: 'ms', floor: plain.longMs }),
      figure('heapMb', heap.atEnd / BYTES_PER_MB, { unit: 'MB', floor: halfWayMb }),
    ]
  })
}

/** One that is reported as it is; memory beside what it was half-way. */
function figure(name: string, value: number, { unit, floor }: { unit: string; floor?: number }): Row {
  const said = (one: number): string => `${one.toFixed(1)} ${unit}`
  return {
    name,
    ratio: value,
    bound: '-',
    met: true,
    subject: said(value),
    floor: floor === undefined ? '-' : said(floor),
  }
}
