import type { BellMounting } from '../elements/bell-element.ts'
import { takeProperties } from '../elements/take-properties.ts'
import { sheet } from '../style/sheet.ts'
import { fill } from './fill.tsx'
import type { Size } from './model.ts'
import { getShown, isFresh, type Shown } from './shown.ts'
import { onceUnseenAt } from './unseen.ts'

const NAMES = ['zone', 'topic', 'keywords', 'consent', 'size', 'fallback', 'privacy', 'preview'] as const
/** What changes which ad belongs here. */
const ASKED = ['zone', 'topic', 'keywords', 'size', 'preview']
/** It is asked for before it can be seen. */
const NEAR = '600px'

/** Fills a shadow root with an ad, where there is one for it. */
export async function mount(mounting: BellMounting): Promise<{ unmount: () => void }> {
  const host = mounting.root.host as HTMLElement
  takeProperties(host, NAMES)
  mounting.root.adoptedStyleSheets = [sheet()]
  let end = begin(mounting, host)
  const changes = new MutationObserver(() => {
    end()
    end = begin(mounting, host)
  })
  changes.observe(host, { attributeFilter: ASKED })
  return {
    unmount: () => {
      changes.disconnect()
      end()
    },
  }
}

/** Says how to end it; then all is as it was. */
function begin(mounting: BellMounting, host: HTMLElement): () => void {
  const ends: (() => void)[] = []
  const leaving = new AbortController()
  const own = document.createElement('slot')
  mounting.root.append(own)
  ends.push(() => own.remove())
  const size = sizeIn(host.getAttribute('size'))
  if (size !== null && !isReserved(host, size)) ends.push(onceUnseenAt(host, () => ends.push(reserve(host, size))))
  const ask = async (): Promise<void> => {
    const zone = host.getAttribute('zone')
    const got = zone === null ? null : await getShown({ ...mounting, host }, zone, 1)
    if (leaving.signal.aborted) return
    const shown = got?.shown[0]
    const isRoom = size !== null && isReserved(host, size)
    if (shown === undefined) ends.push(collapse(host, isRoom))
    else if (isRoom) ends.push(put(own, shown, size))
    else ends.push(onceUnseenAt(host, () => isFresh(shown) && ends.push(put(own, shown, size))))
  }
  ends.push(onceNear(host, () => void ask()))
  return () => {
    leaving.abort()
    for (const one of ends.toReversed()) one()
  }
}

function onceNear(host: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: NEAR },
  )
  observer.observe(host)
  return () => observer.disconnect()
}

/** In the place of what the page itself has put there. */
function put(own: HTMLSlotElement, shown: Shown, size: Size | null): () => void {
  const place = document.createElement('div')
  if (size !== null) place.className = 'sized'
  own.before(place)
  own.style.display = 'none'
  const empty = fill(place, shown)
  return () => {
    empty()
    place.remove()
  }
}

/** What the page has put there stays; room that nothing has come for is given back once nobody sees that. */
function collapse(host: HTMLElement, isRoom: boolean): () => void {
  if (!isRoom || host.getAttribute('fallback') === 'keep' || host.textContent.trim() !== '') return () => {}
  const stop = onceUnseenAt(host, () => (host.style.display = 'none'))
  return () => {
    stop()
    host.style.display = ''
  }
}

/** `300x250`, or `x120` for something as wide as there is room. */
function sizeIn(text: string | null): Size | null {
  const [, width = '', height = ''] = /^(\d{0,4})x(\d{1,4})$/.exec(text ?? '') ?? []
  return height === '' ? null : { width: Number(width), height: Number(height) }
}

const isReserved = (host: Element, { height }: Size): boolean => host.getBoundingClientRect().height >= height

function reserve({ style }: HTMLElement, { width, height }: Size): () => void {
  const before = style.cssText
  style.blockSize = `${height}px`
  style.maxInlineSize = '100%'
  if (width > 0) style.inlineSize = `${width}px`
  return () => {
    style.cssText = before
  }
}
