import { escaped } from '../api/markup.ts'
import type { Wanted } from './archive.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { max-width: 45rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: break-word }
article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .75rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0 }
dt { opacity: .7 } dd { margin: 0; white-space: pre-wrap; min-width: 0 }
`

/** A page that anyone can open, without a script. */
export async function* htmlOf({ places, whose, name, now }: Wanted): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>What is kept about ${escaped(name)}</title><style>${STYLE}</style>
<h1>What is kept about ${escaped(name)}</h1><p>Made on ${escaped(now.toUTCString())}.</p>\n`
  for (const { name: title, items } of places) {
    if (items === undefined) continue
    yield `<h2>${escaped(title)}</h2>\n`
    let count = 0
    for await (const item of items(whose)) {
      count++
      yield `<article>${listed(item)}</article>\n`
    }
    if (count === 0) yield '<p>Nothing.</p>\n'
  }
  yield '</html>\n'
}

function listed(item: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(item).filter(([, value]) => !isNothing(value))
  return `<dl>${said.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${shown(value)}</dd>`).join('')}</dl>`
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('')
  if (typeof value === 'object' && value !== null) return listed(value as Record<string, unknown>)
  return escaped(String(value))
}
