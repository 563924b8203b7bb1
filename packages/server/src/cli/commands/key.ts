import type { ApiKeys } from '../../accounts/api-keys.ts'
import { type ApiKeyView, newApiKeySchema } from '../../accounts/api-keys-model.ts'
import { SCOPES } from '../../api/actor.ts'
import { parse } from '../../api/parse.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { demand } from '../org-setting.ts'
import { orWrongUsage } from '../or-wrong-usage.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

type Shown = ApiKeyView & { key?: string }
type Act = (keys: ApiKeys, org: string) => Promise<Shown[]>

export const keyCommand = command({
  name: 'key',
  description: 'Lists the API keys with which servers speak for an org, makes one, or revokes one',
  args: {
    create: { type: 'string', valueHint: 'name', description: 'Make a key; it is shown now and never again' },
    scopes: { type: 'string', description: `What it is for, with commas between: ${SCOPES.join(', ')}` },
    revoke: { type: 'string', valueHint: 'id', description: 'Revoke a key: it stops working within a second' },
    org: { type: 'string', description: 'Id of the org; not needed where there is one' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ create, scopes, revoke, org: orgId, json }) => {
    if (create !== undefined && revoke !== undefined) throw wrongUsage('Make a key or revoke one, not both.')
    if ((create === undefined) !== (scopes === undefined)) throw wrongUsage('--create and --scopes go together.')
    const act = revoke === undefined ? creating(create, scopes) : revoking(revoke)
    const shown = await withContext(async ({ accounts }) => {
      const { _id } = await requireOrg(accounts, orgId)
      return orWrongUsage(() => act(accounts.apiKeys, _id))
    })
    process.stdout.write(json === true ? `${JSON.stringify(shown)}\n` : shown.map(asText).join(''))
    return EXIT.ok
  },
})

const wrongUsage = (message: string): Problem => new Problem(EXIT.usage, `${message} See: palaver key --help`)

/** Or listing, where none is to be made. */
function creating(name: string | undefined, scopes: string | undefined): Act {
  if (name === undefined || scopes === undefined) return listing
  const wanted = scopes.split(',').map((scope) => scope.trim())
  const key = demand('--create, --scopes', parse(newApiKeySchema, { name, scopes: wanted }))
  return async (keys, org) => [await keys.create(org, key)]
}

const revoking =
  (id: string): Act =>
  async (keys, org) => [await keys.revoke(org, id)]

const listing: Act = async (keys, org) => {
  const all: Shown[] = []
  let cursor: string | null = null
  do {
    const page = await keys.list(org, { limit: 100, cursor })
    all.push(...page.keys)
    cursor = page.next
  } while (cursor !== null)
  return all
}

function asText({ id, name, scopes, created, lastUsed, revoked, key }: Shown): string {
  const state = revoked === null ? `last used ${lastUsed ?? 'never'}` : `revoked ${revoked}`
  const line = `${id}  ${name}  ${scopes.join(',')}  made ${created}, ${state}\n`
  return key === undefined ? line : `${line}${key}\n`
}
