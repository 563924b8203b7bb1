import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { adopt } from '../style/adopt.ts'
import css from '../style/writing.css?inline'

/** Gives the thread that a part is in what boxes and unfinished texts wear. */
export function useWritingStyle(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (part.current !== null) adopt(part.current.getRootNode(), css)
  })
}
