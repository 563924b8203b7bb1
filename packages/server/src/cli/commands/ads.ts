import { signingKeys } from '../../ads/collections.ts'
import { GRACE_MS, Keys } from '../../ads/tracking/keys.ts'
import { EXIT, type ExitCode, Problem } from '../../problem.ts'
import { adsVerify } from '../ads/verify.ts'
import { command } from '../command.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

type Given = { grace: string | undefined; org: string | undefined; json: boolean | undefined }

const HOUR_MS = 60 * 60_000
const USUAL_HOURS = GRACE_MS / HOUR_MS
/** As long as a conversion counts. */
const MOST_HOURS = 720

const ACTS: Readonly<Record<string, (given: Given) => Promise<ExitCode>>> = {
  'rotate-key': async ({ grace, json }) => {
    const hours = hoursIn(grace)
    const key = await withContext(({ store, now }) =>
      new Keys({ keys: store.collection(signingKeys), now }).rotate(hours * HOUR_MS),
    )
    const text = `Addresses of ads are signed with the key ${key}, in a few seconds; older ones hold for ${hours} h.\n`
    process.stdout.write(json === true ? `${JSON.stringify({ key, hours })}\n` : text)
    return EXIT.ok
  },
  verify: ({ org, json }) =>
    withContext(async (context) => {
      if (org !== undefined) await requireOrg(context.accounts, org)
      return adsVerify(context, { org, json })
    }),
}

export const adsCommand = command({
  name: 'ads',
  description:
    'Verifies what campaigns have spent, or gives the addresses of ads a new key, beside a service that may be running',
  args: {
    act: { type: 'positional', required: true, description: `One of ${Object.keys(ACTS).join(', ')}` },
    grace: {
      type: 'string',
      valueHint: 'hours',
      description: `Rotate-key: how long what older keys signed still counts, ${USUAL_HOURS} h unless given; 0 where one leaked`,
    },
    org: { type: 'string', description: 'Verify: id of the org; all of them without it' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ act: name, grace, org, json }) => {
    const act = Object.entries(ACTS).find(([known]) => known === name)?.[1]
    if (act === undefined) throw wrongUsage(`Say what to do: ${Object.keys(ACTS).join(', ')}.`)
    return act({ grace, org, json })
  },
})

const wrongUsage = (message: string): Problem => new Problem(EXIT.usage, `${message} See: palaver ads --help`)

function hoursIn(grace: string | undefined): number {
  if (grace === undefined) return USUAL_HOURS
  if (/^\d{1,3}$/.test(grace) && Number(grace) <= MOST_HOURS) return Number(grace)
  throw wrongUsage(`--grace must be a whole number of hours from 0 to ${MOST_HOURS}.`)
}
