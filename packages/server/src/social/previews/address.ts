import { createHash } from 'node:crypto'
import { refusalOf } from '../../hooks/outbound.ts'
import { LONGEST_URL } from './limits.ts'

/** Why no preview of this address is fetched; undefined where nothing speaks against it. */
export function whyNot(url: string, allowPrivate: boolean): string | undefined {
  if (url.length > LONGEST_URL) return `It is longer than ${LONGEST_URL} characters.`
  const refusal = refusalOf(url, allowPrivate)
  if (refusal !== undefined || allowPrivate) return refusal
  // Without one it is 80 or 443, by its scheme.
  return ['', '80', '443'].includes(new URL(url).port) ? undefined : 'It names a port other than 80 and 443.'
}

/** The page of a link: the place within it makes no difference. */
export function pageOf(url: string, base?: string): string {
  const page = new URL(url, base)
  page.hash = ''
  return page.href
}

/** Each org has its own: what one of them looked at is not for another to learn, not even by how fast it is there. */
export const idOf = (org: string, url: string): string =>
  createHash('sha256')
    .update(JSON.stringify([org, pageOf(url)]))
    .digest('base64url')
