import type { Site } from '../../packages/widget/src/testing/site.ts'
import { ORG, type Resource } from './data.ts'

export type Where = { service: string; site: Site }

/** As much of a comment as a page shows that has it in its own HTML. */
type Node = { comment: { author: { name: string } | null; posted: string; html: string }; replies: Node[] }
type Shown = { tree: { roots: Node[] } }

/** A page with the two lines that sites are given, and nothing else of ours. */
export const widgetPage = ({ service, site }: Where, { type, id }: Resource): string =>
  site.putFile(
    `/widget/${encodeURIComponent(id)}`,
    'text/html; charset=utf-8',
    pageWith(`<script async src="${service}/embed.js"></script>
<palaver-thread resource="${type}:${id}"></palaver-thread>`),
  )

/** The same page with the same comments in the same order, written into its HTML. */
export async function staticPage({ service, site }: Where, { type, id }: Resource): Promise<string> {
  const query = new URLSearchParams({ org: ORG, type, id, sort: 'best' })
  const answer = await fetch(`${service}/v1/opening?${query.toString()}`)
  if (!answer.ok) throw new Error(`The comments could not be read: ${await answer.text()}`)
  const { tree } = (await answer.json()) as Shown
  return site.putFile(
    `/static/${encodeURIComponent(id)}`,
    'text/html; charset=utf-8',
    pageWith(`<section>${listOf(tree.roots)}</section>`),
  )
}

const listOf = (nodes: readonly Node[]): string =>
  nodes.length === 0 ? '' : `<ol>\n${nodes.map(itemOf).join('\n')}\n</ol>`

const itemOf = ({ comment: { author, posted, html }, replies }: Node): string =>
  `<li><article class="comment">
<header><b>${author?.name ?? 'Somebody'}</b> <time datetime="${posted}">${posted.slice(0, 10)}</time></header>
<div class="text">${html}</div>
</article>${listOf(replies)}</li>`

const pageWith = (comments: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>An article</title>
<style>body { max-width: 44rem; margin: 2rem auto; font: 16px/1.5 system-ui, sans-serif } li { list-style: none }</style>
</head>
<body>
<h1>An article</h1>
<p>It says something that people talk about.</p>
${comments}
</body>
</html>
`
