import * as z from 'zod'
import { actionField, definePhase } from './phase.ts'

/** A host and all under it. */
const hostField = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be the name of a host, in small letters, such as example.org')
const hosts = z.array(hostField).max(1_000)

/** In our own HTML every address stands like this. */
const HREF = /<a href="([^"]*)"/g

const isUnder = (host: string, names: readonly string[]): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`))

/** Too many links, or one to where none should lead. */
export const links = definePhase({
  name: 'links',
  settings: {
    most: z.int().min(0).max(1_000).optional(),
    allow: hosts.optional().meta({ description: 'Where it is given, links to all other hosts are found.' }),
    block: hosts.optional(),
    action: actionField,
  },
  look: async ({ html, opens }, { most, allow, block = [], action }) => {
    const all = Array.from(html.matchAll(HREF), ([, href = '']) => hostOf(href))
    if (most !== undefined && all.length > most) return { is: action, reason: `More than ${most} links.` }
    const isUnwelcome = (host: string): boolean =>
      isUnder(host, block) || (allow !== undefined && !isUnder(host, allow))
    // The page itself is no link, and need not be in `allow`; but mails and feeds lead there.
    const page = hostOf(opens?.url ?? '')
    const found = isUnder(page, block) ? page : all.find(isUnwelcome)
    return found === undefined
      ? null
      : { is: action, reason: `Links to ${found || 'that address'} are not welcome here.` }
  },
})

/** Empty for what has none, such as an e-mail address. */
function hostOf(href: string): string {
  const url = URL.canParse(href) ? new URL(href) : null
  if (url?.protocol === 'mailto:') return url.pathname.slice(url.pathname.lastIndexOf('@') + 1).toLowerCase()
  return (url?.hostname ?? '').replace(/\.$/, '')
}
