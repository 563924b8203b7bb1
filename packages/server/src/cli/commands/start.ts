import type { OrgView } from '../../accounts/model.ts'
import { refuseDemoData } from '../../demo/mark.ts'
import { version } from '../../version.ts'
import { command } from '../command.ts'
import { serve } from '../serving.ts'
import { requireSettings } from '../settings.ts'

export const startCommand = command({
  name: 'start',
  description: 'Runs the service until it is told to stop',
  args: {
    'demo-data': { type: 'boolean', description: 'Open what the demo has made, too, with its people anyone can be' },
  },
  run: async ({ 'demo-data': isDemoDataMeant }) => {
    const config = requireSettings()
    return serve(config, async ({ store, accounts, notifications }) => {
      if (isDemoDataMeant !== true) await refuseDemoData(store, config.data)
      await accounts.ensureFirst()
      return {
        onListening: async (address) => {
          const outbox = notifications.email.sentence
          const running = `Palaver ${version} is running: ${address}`
          return { lines: [running, wayIn(await accounts.list()), ...(outbox === null ? [] : [outbox])] }
        },
      }
    })
  },
})

/** How to write the first comment: with a token of an org. */
function wayIn([first, ...others]: readonly OrgView[]): string {
  if (first === undefined || others.length > 0) return 'Orgs: npm run palaver -- org lists them.'
  return `Org: ${first._id}. A token to write with: npm run palaver -- token --user ada --name Ada`
}
