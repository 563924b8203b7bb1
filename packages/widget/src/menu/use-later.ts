import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { adopt } from '../style/adopt.ts'
import css from '../style/later.css?inline'

/** Gives the thread that a part is in what menus, dialogs and the moderators' strip wear. */
export function useLater(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (part.current !== null) adopt(part.current.getRootNode(), css)
  })
}
