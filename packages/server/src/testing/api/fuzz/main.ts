import { runTool, wholeNumber } from '../../../../../store/src/testing/tool.ts'
import { showProgress } from '../../../cli/progress.ts'
import { fuzz } from './run.ts'

const USAGE = `Usage: npm run fuzz -- [--requests 10000] [--seed S]

Sends requests of every kind of nonsense to a service of its own: good ones with something wrong in the address, the
query, the fields or the body, and bytes that are no HTTP. Every answer is held against the API's own description; at
the end the database is checked. Ctrl-C ends it early, with what is known so far.
The last line is JSON: requests, seed, how often each status was answered, and findings.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

const MOST_SHOWN = 20

await runTool({
  usage: USAGE,
  options: { requests: { type: 'string' }, seed: { type: 'string' } },
  read({ values, positionals }) {
    const requests = wholeNumber(values.requests, 10_000, 1)
    const seed = wholeNumber(values.seed, Date.now() % 1_000_000)
    const isReadable = requests !== null && seed !== null && positionals.length === 0
    return isReadable ? { requests, seed } : '--requests and --seed are whole numbers.'
  },
  async run({ requests, seed }) {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
    const show = showProgress(process.stderr)
    const onProgress = (done: number): void => show({ task: 'requests', done, total: requests })
    const { findings, ...summary } = await fuzz({ requests, seed, stop: stop.signal, onProgress })
    for (const finding of findings.slice(0, MOST_SHOWN)) process.stdout.write(`${finding}\n`)
    process.stdout.write(`${JSON.stringify({ ...summary, findings: findings.length })}\n`)
    process.exitCode = findings.length > 0 ? 1 : stop.signal.aborted ? 130 : 0
  },
})
