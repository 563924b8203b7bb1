import type { OrgView } from '../accounts/model.ts'
import type { Accounts } from '../accounts/service.ts'
import { EXIT, Problem } from '../problem.ts'

/** The org that was named, or the only one there is. */
export async function requireOrg(accounts: Accounts, id: string | undefined): Promise<OrgView> {
  const orgs = await accounts.list()
  const [only, ...others] = id === undefined ? orgs : orgs.filter((org) => org._id === id)
  if (only !== undefined && others.length === 0) return only
  const ids = orgs.map((org) => org._id).join(', ')
  if (orgs.length === 0) throw new Problem(EXIT.usage, 'There is no org yet: palaver org --create <name> makes one.')
  throw new Problem(
    EXIT.usage,
    id === undefined ? `Say which org, one of ${ids}.` : `There is no org ${id}; there are: ${ids}.`,
  )
}
