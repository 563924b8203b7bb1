import { escaped } from '../../api/markup.ts'
import type { UnsubscribeScope } from '../preferences/preferences.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { max-width: 30rem; margin: 15vh auto 0; padding: 0 1.25rem; text-align: center }
h1 { font-size: 1.4rem; line-height: 1.3 }
button { font: inherit; font-weight: 600; padding: .6rem 1.4rem; border: 0; border-radius: .5rem;
  background: #1d4ed8; color: #fff; cursor: pointer }
button:focus-visible { outline: 3px solid; outline-offset: 3px }
`

/** The page needs its own look and may send its own form, and nothing else. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
export const PAGE_TYPE = 'text/html; charset=utf-8'

const WHAT: Readonly<Record<string, string>> = {
  mention: 'when somebody mentions you',
  reply: 'when somebody replies to you',
  participating: 'about discussions that you take part in',
  watching: 'about discussions that you follow',
  moderation: 'about what there is to moderate',
  wall: 'when somebody writes on your wall',
  quote: 'when somebody quotes you',
  request: 'when somebody asks to follow you',
  accepted: 'when somebody lets you follow them',
  follow: 'when somebody follows you',
  repost: 'when somebody passes your posts on',
  reaction: 'when somebody reacts to your posts',
}

function whatOf(scope: UnsubscribeScope): string {
  if (scope.kind === 'all') return 'about what happens here'
  return scope.kind === 'reason' ? (WHAT[scope.reason] ?? '') : 'about this discussion'
}

export const askPage = (scope: UnsubscribeScope): Buffer =>
  page(
    `Stop mails ${whatOf(scope)}?`,
    `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button></form>`,
  )

export const donePage = (scope: UnsubscribeScope): Buffer =>
  page(
    'You are unsubscribed.',
    `<p>You get no more mails ${escaped(whatOf(scope))}. What happens is still in your notifications on the site.</p>`,
  )

const page = (title: string, body: string): Buffer =>
  Buffer.from(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>
`)
