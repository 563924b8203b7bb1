import { progressBar } from '../../../../store/src/testing/progress-bar.ts'
import { runTool, wholeNumber } from '../../../../store/src/testing/tool.ts'
import { tortureNotifications } from './run.ts'

const USAGE = `Usage: npm run torture -- notifications [--kills 200] [--seed S]

The service runs under people who post, reply, mention each other and delete, with a real SMTP server beside it; it is
killed (SIGKILL) at random moments and started again. Then rows and mails are compared with what follows from the log.
Ctrl-C ends it early, with what is known so far. The last line is JSON: kills, mails, and what was found.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

await runTool({
  usage: USAGE,
  options: { kills: { type: 'string' }, seed: { type: 'string' } },
  read({ values, positionals }) {
    const kills = wholeNumber(values.kills, 200, 1)
    const seed = wholeNumber(values.seed, Date.now() % 1_000_000)
    const isReadable = kills !== null && seed !== null && positionals.length === 0
    return isReadable ? { kills, seed } : '--kills and --seed are whole numbers.'
  },
  async run({ kills, seed }) {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
    const bar = progressBar()
    const onKill = (sofar: { kills: number; acknowledged: number; mails: number }): void =>
      bar.show(`${sofar.kills}/${kills} kills, ${sofar.acknowledged} acknowledged, ${sofar.mails} mails`)
    const { lost, doubled, unread, ...summary } = await tortureNotifications({ kills, seed, stop: stop.signal, onKill })
    bar.clear()
    const found = { lost, doubled, unread }
    const examples = Object.entries(found).flatMap(([kind, all]) => all.slice(0, 5).map((one) => `${kind}: ${one}`))
    const numbers = Object.fromEntries(Object.entries(found).map(([kind, all]) => [kind, all.length]))
    process.stdout.write([...examples, JSON.stringify({ ...summary, ...numbers }), ''].join('\n'))
    process.exitCode = examples.length > 0 ? 1 : stop.signal.aborted ? 130 : 0
  },
})
