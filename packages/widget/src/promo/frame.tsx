import type { JSX } from 'preact'
import { trusted } from '../thread/trusted.ts'
import type { Ad } from './model.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>body{margin:0;overflow:hidden}</style>`

/**
 * Somebody's HTML, to be looked at only: no script runs in it, nothing is loaded, and nothing in it can be pressed or
 * reached by keys. A link lies over it, so a click leads where the service says and nowhere else.
 */
export const Frame = ({ ad: { html, advertiser } }: { ad: Ad }): JSX.Element => (
  <iframe sandbox="" inert tabIndex={-1} title={advertiser ?? ''} srcdoc={trusted(HEAD + (html ?? ''))} />
)
