import { escaped } from '../../api/markup.ts'
import type { Preview } from './samples.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 90rem; padding: 1rem 1.5rem }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 1rem 0 2rem }
.both { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)) }
iframe { width: 100%; height: 36rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
iframe.light { color-scheme: light } iframe.dark { color-scheme: dark }
pre { white-space: pre-wrap; overflow-wrap: break-word }
`

/** All of them on one page, by day and by night, and as text. */
const previewPage = (all: readonly Preview[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails of Palaver</title><style>${STYLE}</style></head><body><h1>Mails of Palaver</h1>
${all.map(section).join('\n')}
</body></html>
`

const section = ({ name, subject, text }: Preview): string => `<section><h2>${escaped(name)}</h2>
<p><strong dir="auto">${escaped(subject)}</strong> · <a href="${name}.html">alone</a> · <a href="${name}.eml">as a mail</a></p>
<div class="both"><iframe class="light" title="${name}, light" src="${name}.html"></iframe>
<iframe class="dark" title="${name}, dark" src="${name}.html"></iframe></div>
<details><summary>As text</summary><pre dir="auto">${escaped(text)}</pre></details></section>`

/** Every file of the preview, by its name. */
export function previewFiles(all: readonly Preview[]): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>([['index.html', previewPage(all)]])
  for (const { name, html, text, eml } of all)
    files.set(`${name}.html`, html).set(`${name}.txt`, text).set(`${name}.eml`, eml)
  return files
}
