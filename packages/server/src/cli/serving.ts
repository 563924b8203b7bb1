import type { Config } from '../config/settings.ts'
import { type Context, createContext } from '../context.ts'
import { startFollowing } from '../following.ts'
import { startHousekeeping } from '../housekeeping.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { closeWithin } from '../http/close.ts'
import { listen } from '../http/listen.ts'
import { EXIT, type ExitCode } from '../problem.ts'
import { showProgress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'

/** How long requests under way may take once the service stops. */
const GRACE_MS = 10_000
const STOP = 'Stop it with Ctrl-C.'

/** What one way of running the service adds to the others. */
export type Serving = {
  pages?: AppOptions['pages']
  /** What is said to whoever started it, and what has to end before the store does. */
  onListening: (address: string) => Promise<{ lines: readonly string[]; stop?: () => Promise<void> }>
}

/** Runs the service until it is told to stop. `prepare` has the store to itself: nobody can connect yet. */
export async function serve(config: Config, prepare: (context: Context) => Promise<Serving>): Promise<ExitCode> {
  const context = await createContext(config, { onProgress: showProgress(process.stderr), joins: true })
  try {
    const stopped = stopSignal()
    const { pages, onListening } = await prepare(context)
    const app = await createApp(context, undefined, { ...(pages !== undefined && { pages }) })
    const address = await listen(app, config)
    context.notifications.reached.at = address
    const stopHousekeeping = startHousekeeping(context)
    startFollowing(context)
    const { lines, stop } = await onListening(address)
    process.stdout.write([...lines, STOP, ''].join('\n'))
    const signal = await stopped
    context.log.info({ signal }, 'stopping')
    await closeWithin(app, GRACE_MS)
    await stop?.()
    await stopHousekeeping()
  } finally {
    await context.store.close()
  }
  return EXIT.ok
}
