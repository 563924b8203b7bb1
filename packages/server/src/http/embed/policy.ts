import { createHash } from 'node:crypto'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Inline = { style: string; script?: string }

/** The service's own scripts and styles, and no other; `ancestors` are the pages that may show it in a frame. */
export function pagePolicy({ style, script }: Inline, ancestors: string): string {
  const inline = script === undefined ? '' : ` ${hashOf(script)}`
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self' ${hashOf(style)}`,
    "connect-src 'self'",
    "font-src 'self'",
    // Where pictures of people are is for hosts to say.
    'img-src https: http: data:',
    `frame-ancestors ${ancestors}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Pages of the org's sites, and those of the service; all where an org names none. */
export const ancestorsFor = (origins: readonly string[]): string =>
  origins.length === 0 ? '*' : ["'self'", ...origins].join(' ')
