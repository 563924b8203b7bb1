import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { trusted } from '../trusted.ts'

/** What somebody wrote, as the HTML that the service has made of it. */
export function Written({ html }: { html: string }): JSX.Element {
  const __html = useMemo(() => trusted(html), [html])
  return <div class="text" part="text" dir="auto" dangerouslySetInnerHTML={{ __html }} />
}
