import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

export const auditCommand = command({
  name: 'audit',
  description: "Checks that an org's audit log is as it was written: no line changed, missing or out of place",
  args: {
    org: { type: 'string', description: 'Id of the org; not needed where there is only one' },
    head: {
      type: 'string',
      description: 'The hash that the last line had before: shows that no line was cut off since',
    },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ org, head: noted, json }) => {
    const found = await withContext(async ({ accounts, moderation }) => {
      const { _id: id } = await requireOrg(accounts, org)
      return { org: id, ...(await moderation.verifyAudit(id, noted ?? null)) }
    })
    const { entries, head, flaw } = found
    const verdict = flaw ?? `all is well. The last line has the hash ${head || '(none)'}`
    process.stdout.write(
      json === true ? `${JSON.stringify(found)}\n` : `${found.org}: ${entries} lines checked. ${verdict}\n`,
    )
    return flaw === null ? EXIT.ok : EXIT.damage
  },
})
