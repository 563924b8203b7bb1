import { adopt } from '../style/adopt.ts'
import { sheet } from '../style/sheet.ts'

/** What is drawn until something has been read. */
export const AT_FIRST = 'at-first'

/**
 * What the page itself has put into the element stays in sight, in the page's own style, until there is something to
 * show instead: that is drawn out of sight. Once that was there, it does not come back.
 */
export function keepWhatIsThere(
  root: ShadowRoot,
  { place, css }: { place: HTMLElement; css: string },
): { begin: () => void; end: () => void } {
  const slot = document.createElement('slot')
  const isKept = root.host.textContent.trim() !== '' && !root.adoptedStyleSheets.includes(sheet())
  if (isKept) root.append(slot)
  place.hidden = isKept
  const look = (): void => {
    if (isKept && place.querySelector(`.${AT_FIRST}`) !== null) return
    end()
    dress(root, css)
    place.hidden = false
  }
  const changes = new MutationObserver(look)
  const end = (): void => {
    changes.disconnect()
    slot.remove()
  }
  return {
    begin: () => {
      changes.observe(place, { childList: true, subtree: true })
      look()
    },
    end,
  }
}

/** Styles of parts may be there before. */
function dress(root: ShadowRoot, css: string): void {
  const parts = root.adoptedStyleSheets.filter((one) => one !== sheet())
  root.adoptedStyleSheets = [sheet()]
  adopt(root, css)
  const ours = root.adoptedStyleSheets
  root.adoptedStyleSheets = [...ours, ...parts.filter((one) => !ours.includes(one))]
}
