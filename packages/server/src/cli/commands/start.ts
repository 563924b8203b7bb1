import type { OrgView } from '../../accounts/model.ts'
import { createContext } from '../../context.ts'
import { startFollowing } from '../../following.ts'
import { startHousekeeping } from '../../housekeeping.ts'
import { createApp } from '../../http/app.ts'
import { listen } from '../../http/listen.ts'
import { closeWithin } from '../../http/close.ts'
import { EXIT } from '../../problem.ts'
import { version } from '../../version.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'

/** How long requests under way may take once the service stops. */
const GRACE_MS = 10_000
const STOP = 'Stop it with Ctrl-C.'

export const startCommand = command({
  name: 'start',
  description: 'Runs the service until it is told to stop',
  args: {},
  run: async () => {
    const config = requireSettings()
    const context = await createContext(config, { onProgress: showProgress(process.stderr), joins: true })
    try {
      const stopped = stopSignal()
      await context.accounts.ensureFirst()
      const app = await createApp(context)
      const address = await listen(app, config)
      context.notifications.reached.at = address
      const stopHousekeeping = startHousekeeping(context)
      startFollowing(context)
      const orgs = await context.accounts.list()
      const outbox = context.notifications.email.sentence
      process.stdout.write(
        [`Palaver ${version} is running: ${address}`, wayIn(orgs), ...(outbox === null ? [] : [outbox]), STOP, ''].join(
          '\n',
        ),
      )
      const signal = await stopped
      context.log.info({ signal }, 'stopping')
      await closeWithin(app, GRACE_MS)
      await stopHousekeeping()
    } finally {
      await context.store.close()
    }
    return EXIT.ok
  },
})

/** How to write the first comment: with a token of an org. */
function wayIn([first, ...others]: readonly OrgView[]): string {
  if (first === undefined || others.length > 0) return 'Orgs: npm run palaver -- org lists them.'
  return `Org: ${first._id}. A token to write with: npm run palaver -- token --user ada --name Ada`
}
