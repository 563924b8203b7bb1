import { EXIT, type ExitCode, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { type Given, placeIn, socialVerify } from '../social/verify.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const ACTS: Readonly<Record<string, (given: Given) => Promise<ExitCode>>> = {
  verify: (given) => {
    // What cannot be read is told before a database is opened for it.
    if (given.from !== undefined) placeIn(given.from)
    return withContext(async (context) => {
      if (given.org !== undefined) await requireOrg(context.accounts, given.org)
      return socialVerify(context, given)
    })
  },
}

export const socialCommand = command({
  name: 'social',
  description: 'Verifies and mends what follows from what people do: followers, walls, circles, all numbers',
  args: {
    act: { type: 'positional', required: true, description: `One of ${Object.keys(ACTS).join(', ')}` },
    repair: { type: 'boolean', description: 'Verify: mend what is found' },
    from: { type: 'string', valueHint: 'place', description: 'Verify: where an interrupted run has said it was' },
    org: { type: 'string', description: 'Id of the org; all of them without it' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ act: name, repair, from, org, json }) => {
    const act = Object.entries(ACTS).find(([known]) => known === name)?.[1]
    if (act === undefined)
      throw new Problem(EXIT.usage, `Say what to do: ${Object.keys(ACTS).join(', ')}. See: palaver social --help`)
    return act({ repair, from, org, json })
  },
})
