import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { PAGE_SCRIPT } from './page-script.ts'
import { PLOT_LOCALE } from './plot-locale.ts'
import { STYLE } from './style.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Its own script and style, the plots, and nothing else; who looks after it is not told to others by the address. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${hashOf(PLOT_LOCALE)} ${hashOf(PAGE_SCRIPT)}`,
    `style-src 'self' ${hashOf(STYLE)}`,
    "connect-src 'self'",
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

const option = (value: string, label: string): string => `<option value="${value}">${label}</option>`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reports</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/r/files/plot.css">
<style>${STYLE}</style>
<script>${PLOT_LOCALE}</script>
<script src="/r/files/plot.js"></script>
</head>
<body>
<main>
<h1>Reports</h1>
<p class="quiet">What your campaigns brought. The page follows by itself; whoever has its address can see it.</p>
<form aria-label="What is shown">
<label>By <select name="by">${['day', 'hour', 'zone', 'topic', 'creative'].map((by) => option(by, by)).join('')}</select></label>
<label>Time <select name="days">${option('30', 'The last 30 days')}${option('7', 'The last 7 days')}${option('1', 'The last day')}${option('92', 'The last 92 days')}</select></label>
</form>
<p id="problem" role="alert" hidden></p>
<div id="reports"><p class="quiet">On their way…</p></div>
<noscript><p>This page needs its script to show the numbers.</p></noscript>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`

const FILES = [
  { path: '/r/files/plot.js', file: 'uplot/dist/uPlot.iife.min.js', type: 'text/javascript; charset=utf-8' },
  { path: '/r/files/plot.css', file: 'uplot/dist/uPlot.min.css', type: 'text/css; charset=utf-8' },
]

/** `/r/<link>`: what ads brought, for an advertiser who was given the link. */
export function reportPage(app: FastifyInstance): void {
  app.get('/r/:link', async (_request, reply) => reply.headers(HEADERS).type('text/html; charset=utf-8').send(PAGE))
  for (const { path, file, type } of FILES) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)))
    app.get(path, async (_request, reply) => reply.header('cache-control', 'max-age=3600').type(type).send(bytes))
  }
}
