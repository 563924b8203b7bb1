import type { Answer } from '@palaver/client'
import { useEffect, useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import type { Link } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { isWeb } from '../../topics/links.ts'
import { previewOf } from './api.ts'

const PAUSE_MS = 700
const MOST_TRIES = 4

/** The first address in a text. */
function linkIn(text: string): string | null {
  const found = /https?:\/\/[^\s<>()]+[^\s<>().,;:!?'"»]/.exec(text)?.[0] ?? null
  return found !== null && isWeb(found) ? found : null
}

/** What the page behind the first link of a text says of itself, while that is typed; null where it was put away. */
export function useLink(text: string): { link: Link | null; remove: () => void; clear: () => void } {
  const { store } = useThread()
  const [away, setAway] = useState<string | null>(null)
  const [shown, show] = useState<Link | null>(null)
  const url = linkIn(text)
  const wanted = url === away ? null : url
  useEffect(() => {
    if (wanted === null) return show(null)
    const leaving = new AbortController()
    let tries = 0
    const ask = (): void => {
      previewOf(store, wanted, leaving.signal).then(
        (answer) => {
          show({ url: wanted, preview: shownOf(answer) })
          if (answer.state === 'wanted' && ++tries < MOST_TRIES) timer = setTimeout(ask, PAUSE_MS)
        },
        (error: unknown) => {
          // Without a preview it is still a link.
          if (problemIn(error).code !== 'aborted') show({ url: wanted, preview: null })
        },
      )
    }
    let timer = setTimeout(ask, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [store, wanted])
  const link = wanted === null ? null : shown?.url === wanted ? shown : { url: wanted, preview: null }
  return { link, remove: () => setAway(url), clear: () => setAway(null) }
}

/** As the post will show it, but for the picture, which has no address before there is a post. */
const shownOf = (answer: Answer<'POST /v1/previews'>): Link['preview'] =>
  answer.state === 'ready'
    ? { title: answer.title, description: answer.description ?? '', site: answer.site ?? '', picture: null }
    : null
