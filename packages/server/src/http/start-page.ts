import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { version } from '../version.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: break-word }
h1 { margin: 0; line-height: 1.2 }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
p { margin: .5rem 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 1.5rem 0 }
dd { margin: 0 }
code { font: .9em ui-monospace, monospace }
pre { overflow-x: auto }
`

/** `/`: what runs here and where to read on, for whoever opens the address in a browser. */
export function startPage(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  const page = render(config.store === 'sqlite' ? 'SQLite, one file in the data folder' : 'MongoDB')
  const style = createHash('sha256').update(STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${style}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  app.get('/', async (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
}

const render = (documents: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palaver is running</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Palaver is running</h1>
<p>A self-hosted conversation engine for any site or app.</p>
<dl>
<dt>Version</dt><dd>${version}</dd>
<dt>Documents</dt><dd>${documents}</dd>
</dl>
<h2>Embed it</h2>
<p>Comments under a page are two lines of HTML; <code>docs/embed.md</code> has the rest.</p>
<pre><code>&lt;script async src="<i>address of this service</i>/embed.js"&gt;&lt;/script&gt;
&lt;palaver-thread resource="article:42"&gt;&lt;/palaver-thread&gt;</code></pre>
<h2>Look at it</h2>
<ul>
<li><a href="/healthz">/healthz</a>: the service is alive</li>
<li><a href="/readyz">/readyz</a>: its store answers</li>
<li><a href="/metrics">/metrics</a>: figures for Prometheus</li>
<li><a href="/docs">/docs</a>: the API, to read and to try out</li>
<li><a href="/openapi.json">/openapi.json</a>: the API, as OpenAPI describes it</li>
</ul>
<h2>Read on</h2>
<p>The documentation is in the folder that Palaver was started from: <code>README.md</code> first, then
<code>docs/architecture.md</code> for how it is built, <code>docs/cli.md</code> for its commands and
<code>docs/errors.md</code> for its answers.</p>
</main>
</body>
</html>
`
