import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PAGE_SCRIPT } from './page-script.ts'
import { SCHEMA_SCRIPT } from './schema-script.ts'
import { SEND_SCRIPT } from './send-script.ts'
import { STYLE } from './style.ts'

const SCRIPT = `'use strict'\n${SCHEMA_SCRIPT}${SEND_SCRIPT}${PAGE_SCRIPT}`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Its own script and style and nothing else, which may call the service it comes from and nothing else. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palaver API</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#operations">To the operations</a>
<div class="frame">
<nav aria-label="Operations"><a href="/">Palaver</a><div id="contents"></div></nav>
<main>
<h1>Palaver API</h1>
<p class="quiet">Version <span id="version"></span>. Made from <a href="/openapi.json">/openapi.json</a>; what is sent here
is sent to this service.</p>
<div class="about">
<div><label for="token">Token <small>an API key does as well</small></label>
<input id="token" type="password" autocomplete="off" spellcheck="false">
<p class="quiet">Stays on this page. <code>npm run palaver -- token --user ada --name Ada</code> makes one.</p></div>
<div><label for="filter">Find <small class="keys">press / to come here</small></label>
<input id="filter" type="search" autocomplete="off" spellcheck="false"></div>
</div>
<div id="operations"></div>
<noscript><p>This page needs its script; <a href="/openapi.json">/openapi.json</a> has all that it would show.</p></noscript>
</main>
</div>
<script>${SCRIPT}</script>
</body>
</html>
`

/** `/docs`: the API for people, who can try it out there. */
export function docsPage(app: FastifyInstance): void {
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
}
