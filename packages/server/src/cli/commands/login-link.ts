import { personSchema } from '../../accounts/model.ts'
import { type Role, ROLES } from '../../api/actor.ts'
import { parse } from '../../api/parse.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const OPTION_OF: Readonly<Record<string, string>> = { username: 'name' }
const signedIn = personSchema.pick({ username: true, role: true })

export const loginLinkCommand = command({
  name: 'login-link',
  description: 'Prints a link with which an owner signs in on a page, once and within 15 minutes',
  args: {
    org: { type: 'string', description: 'Id of the org; not needed where there is one' },
    name: { type: 'string', default: 'Owner', description: 'The name that is shown' },
    role: { type: 'string', default: 'admin', description: `What the person may do: ${ROLES.join(', ')}` },
    url: {
      type: 'string',
      valueHint: 'page',
      description: 'A page with the widget on it; not needed where the org names its sites',
    },
  },
  run: async ({ org: orgId, name, role, url }) => {
    const { data, flaws } = parse(signedIn, { username: name, role })
    if (data === null) throw wrong(`--${OPTION_OF[flaws[0]?.path ?? ''] ?? flaws[0]?.path} ${flaws[0]?.message}.`)
    const link = await withContext(async ({ accounts, logins }) => {
      const { _id: org, origins } = await requireOrg(accounts, orgId)
      const page = pageIn(url ?? origins[0], origins)
      const { code } = await logins.create({ org, name: data.username, role: data.role satisfies Role })
      page.hash = `palaver-login=${code}`
      return page.href
    })
    process.stdout.write(`${link}\n`)
    return EXIT.ok
  },
})

const wrong = (message: string): Problem => new Problem(EXIT.usage, message)

/** The code is for a page of the org alone: no other may have it. */
function pageIn(url: string | undefined, origins: readonly string[]): URL {
  if (url === undefined)
    throw wrong('Say on which page, such as --url https://example.org/blog. See: palaver login-link --help')
  const page = URL.canParse(url) ? new URL(url) : null
  if (page === null || !['https:', 'http:'].includes(page.protocol)) throw wrong('--url must be an http(s) address.')
  if (origins.length > 0 && !origins.includes(page.origin))
    throw wrong(`--url must be a page of the org's own sites: ${origins.join(', ')}.`)
  return page
}
