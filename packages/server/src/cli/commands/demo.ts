import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import type { Context } from '../../context.ts'
import { demoPages } from '../../demo/demo-pages.ts'
import { Demo } from '../../demo/service.ts'
import { EXIT, Problem } from '../../problem.ts'
import { version } from '../../version.ts'
import { command } from '../command.ts'
import { isLoopback } from '../loopback.ts'
import { showProgress } from '../progress.ts'
import { type Serving, serve } from '../serving.ts'
import { requireSettings } from '../settings.ts'

const MOST_COMMENTS = 1_000_000
const FOLDER = 'demo'

export const demoCommand = command({
  name: 'demo',
  description: 'Runs a magazine that shows what Palaver can do, on this machine only and in a folder of its own',
  args: {
    comments: {
      type: 'string',
      default: '20000',
      valueHint: 'count',
      description: 'How many comments the huge discussion has, when it is first made',
    },
  },
  run: async ({ comments }) => {
    const size = sizeIn(comments)
    const config = demoConfig()
    if (!(await isLoopback(config.host))) throw new Problem(EXIT.usage, notHere(config.host))
    return serve(config, (context) => prepared(context, size))
  },
})

async function prepared(context: Context, size: number): Promise<Serving> {
  const demo = new Demo(context, size)
  await demo.prepare()
  return {
    pages: (app) => demoPages(app, demo),
    onListening: async (address) => {
      await demo.settle(address)
      const growing = demo
        .grow(showProgress(process.stderr))
        .then(() => demo.settle(address))
        .catch((error: unknown) => context.log.error({ err: error }, 'the huge discussion could not be written'))
      return { lines: greeting(context.config, address), stop: () => stopped(demo, growing) }
    },
  }
}

async function stopped(demo: Demo, growing: Promise<void>): Promise<void> {
  demo.stop()
  await growing
}

/** Its own folder and file, whatever else is set; no mail leaves the machine, and the first does not keep one waiting. */
function demoConfig(): Config {
  const config = requireSettings({ PALAVER_MAIL_BUFFER_SECONDS: '5' })
  const data = join(config.data, FOLDER)
  return { ...config, data, store: 'sqlite', mongodbUrl: null, natsUrl: null, smtpUrl: null, url: null }
}

const greeting = ({ data }: Config, address: string): string[] => [
  `The demo of Palaver ${version} is running: ${address}`,
  'Open it in two windows to be two people who talk to each other.',
  `Its data and its mails are in ${data}. For a site of your own: npm run palaver -- start`,
]

const notHere = (host: string): string =>
  `The demo is for this machine alone, because anyone can be anyone in it, and ${host} is reached by others: leave PALAVER_HOST out, or set it to 127.0.0.1. To serve others: npm run palaver -- start`

function sizeIn(text: string): number {
  const size = Number(text.replaceAll('_', ''))
  if (Number.isInteger(size) && size > 0 && size <= MOST_COMMENTS) return size
  throw new Problem(EXIT.usage, `--comments must be a whole number from 1 to ${MOST_COMMENTS}.`)
}
