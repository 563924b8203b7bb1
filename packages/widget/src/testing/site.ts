import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostPage = {
  /** What is in the body. */
  body: string
  /** What is in the head besides the script of the service. */
  head?: string
  title?: string
  lang?: string
  dir?: 'ltr' | 'rtl'
  /** The page's Content-Security-Policy. */
  csp?: string
}

/** A site of somebody else's, on an origin of its own. */
export type Site = {
  origin: string
  /** Puts a page with the service's script there and says where it is; a path again is another page. */
  put: (page: HostPage, path?: string) => string
  /** Puts bytes there as they are, such as a style sheet or a page that is written in full. */
  putFile: (path: string, type: string, text: string) => string
  close: () => Promise<void>
}

type File = { headers: Record<string, string>; text: string }

export async function startSite(embed: string): Promise<Site> {
  const files = new Map<string, File>()
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, file.headers).end(file.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const add = (path: string, file: File): string => {
    files.set(path, file)
    return origin + path
  }
  // Browsers ask for it on their own.
  add('/favicon.ico', { headers: { 'content-type': 'image/x-icon' }, text: '' })
  return {
    origin,
    put: (page, path = `/page-${files.size}`) => add(path, { headers: headersOf(page), text: htmlOf(page, embed) }),
    putFile: (path, type, text) => add(path, { headers: { 'content-type': type }, text }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const headersOf = ({ csp }: HostPage): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  ...(csp === undefined ? {} : { 'content-security-policy': csp }),
})

const htmlOf = ({ body, head = '', title = 'A page', lang = 'en', dir = 'ltr' }: HostPage, embed: string): string =>
  `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<script async src="${embed}"></script>
${head}
</head>
<body>
${body}
</body>
</html>
`
