import { orgNameSchema, type OrgKey, type OrgView } from '../../accounts/model.ts'
import type { Accounts } from '../../accounts/service.ts'
import { parse } from '../../api/parse.ts'
import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { changeIn, demand } from '../org-setting.ts'
import { orWrongUsage } from '../or-wrong-usage.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const NONE_YET = 'There is no org yet: the service makes one when it first starts, and --create <name> makes one now.\n'

type Shown = Omit<OrgView, '_id'> & { id: string; keys?: readonly OrgKey[] }
type Change = (accounts: Accounts, id: string) => Promise<unknown>

export const orgCommand = command({
  name: 'org',
  description: 'Lists the orgs, makes one, or changes one: its settings and the keys that sign its tokens',
  args: {
    create: { type: 'string', valueHint: 'name', description: 'Make an org of this name' },
    id: { type: 'string', description: 'Only this org; a change needs it where there are several' },
    set: {
      type: 'string',
      valueHint: 'setting=value',
      description: 'Change a setting; an empty value takes it back, lists and objects are JSON',
    },
    keys: { type: 'boolean', description: 'Show the keys too, with their secrets' },
    'add-key': { type: 'boolean', description: 'Add a key; the earlier ones go on working' },
    'remove-key': { type: 'string', valueHint: 'key', description: 'Remove a key: what it signed is no longer good' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ create, id, set, keys, 'add-key': addKey, 'remove-key': removeKey, json }) => {
    const name = create === undefined ? null : demand('--create', parse(orgNameSchema, create))
    const change = set === undefined ? null : changeIn(set)
    const changes: Change[] = [
      ...(change === null ? [] : [(accounts: Accounts, org: string) => accounts.change(org, change)]),
      ...(addKey === true ? [(accounts: Accounts, org: string) => accounts.addKey(org)] : []),
      ...(removeKey === undefined ? [] : [(accounts: Accounts, org: string) => accounts.removeKey(org, removeKey)]),
    ]
    const shown = await withContext(async ({ accounts }) => {
      const created = name === null ? null : await accounts.create(name)
      const orgs = await chosen(accounts, created?._id ?? id, changes.length > 0)
      for (const { _id } of orgs) await carryOut(changes, accounts, _id)
      return Promise.all(orgs.map(({ _id }) => shownOf(accounts, _id, keys === true || addKey === true)))
    })
    if (shown.length === 0) process.stderr.write(NONE_YET)
    process.stdout.write(json === true ? `${JSON.stringify(shown)}\n` : shown.map(asText).join('\n'))
    return EXIT.ok
  },
})

async function chosen(accounts: Accounts, id: string | undefined, isChange: boolean): Promise<OrgView[]> {
  return id !== undefined || isChange ? [await requireOrg(accounts, id)] : accounts.list()
}

async function carryOut(changes: readonly Change[], accounts: Accounts, id: string): Promise<void> {
  for (const change of changes) await orWrongUsage(() => change(accounts, id))
}

async function shownOf(accounts: Accounts, id: string, isWithKeys: boolean): Promise<Shown> {
  const { _id, ...org } = await requireOrg(accounts, id)
  return { id: _id, ...org, ...(isWithKeys && { keys: await accounts.keys(id) }) }
}

function asText({ id, name, settings, ...fields }: Shown): string {
  const lines = Object.entries({ ...fields, ...settings }).map(
    ([field, value]) => `    ${field} = ${typeof value === 'string' ? value : JSON.stringify(value)}\n`,
  )
  return `${id}  ${name}\n${lines.join('')}`
}
