import { personSchema } from '../../accounts/model.ts'
import { ROLES } from '../../api/actor.ts'
import { parse } from '../../api/parse.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const LONGEST_DAYS = 3650
const OPTION_OF: Readonly<Record<string, string>> = { id: 'user', username: 'name' }

export const tokenCommand = command({
  name: 'token',
  description: 'Prints a token with which a person can write, as the host of an org would sign it',
  args: {
    org: { type: 'string', description: 'Id of the org; not needed where there is one' },
    user: { type: 'string', required: true, description: 'What the host calls the person' },
    name: { type: 'string', required: true, description: 'The name that is shown' },
    role: { type: 'string', default: 'member', description: `What the person may do: ${ROLES.join(', ')}` },
    days: { type: 'string', default: '30', description: 'For how many days it is good' },
  },
  run: async ({ org: orgId, user: id, name: username, role, days }) => {
    const [flaw] = parse(personSchema, { id, username, role }).flaws ?? []
    if (flaw !== undefined) throw new Problem(EXIT.usage, `--${OPTION_OF[flaw.path] ?? flaw.path} ${flaw.message}.`)
    const count = Number(days)
    if (!(count > 0 && count <= LONGEST_DAYS))
      throw new Problem(EXIT.usage, `--days must be a number from more than 0 to ${LONGEST_DAYS}.`)
    const token = await withContext(async ({ accounts }) => {
      const org = await requireOrg(accounts, orgId)
      return accounts.issue(org._id, { id, username, role }, count)
    })
    process.stdout.write(`${token}\n`)
    return EXIT.ok
  },
})
