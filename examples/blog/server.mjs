import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const PAGES = new URL('pages/', import.meta.url)
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' }
/** What the pages have for a service on the same machine. */
const WRITTEN = 'http://127.0.0.1:8080'

/** Serves the files as they are; only where the comments come from is put in, should they come from elsewhere. */
export function createBlog(palaver) {
  return createServer((request, response) => void answer({ request, response }, palaver))
}

async function answer({ request, response }, palaver) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const [, name, ending = 'html'] = /^\/([a-z-]*)(?:\.(html|css|svg))?$/.exec(pathname) ?? []
  try {
    const text = await readFile(new URL(`${name === '' ? 'index' : name}.${ending}`, PAGES), 'utf8')
    response.writeHead(200, { 'content-type': TYPES[ending], ...policyFor(palaver) })
    response.end(text.replaceAll(WRITTEN, palaver))
  } catch {
    response.writeHead(404, { 'content-type': TYPES.html }).end('<!doctype html><title>Not here</title>Not here.')
  }
}

/** All that a page with comments has to allow: the service's script, and its answers. */
const policyFor = (palaver) => ({
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${palaver}`,
    `connect-src ${palaver}`,
    "img-src 'self' https: data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
})
