import { progressBar } from '../../../store/src/testing/progress-bar.ts'
import { runTool, wholeNumber } from '../../../store/src/testing/tool.ts'

type Sofar = Readonly<Record<string, number>> & { kills: number }
type Options = { kills: number; seed: number; stop: AbortSignal; onKill: (sofar: Sofar) => void }
/** Numbers, and lists of what was found, by kind. */
type Outcome = Readonly<Record<string, number | string[]>>

type Torture = { usage: string; kills: number; torture: (options: Options) => Promise<Outcome> }

/** A tool that kills the service so many times, shows how far it is, and says what it found. */
export const runTorture = ({ usage, kills: most, torture }: Torture): Promise<void> =>
  runTool({
    usage,
    options: { kills: { type: 'string' }, seed: { type: 'string' } },
    read({ values, positionals }) {
      const kills = wholeNumber(values.kills, most, 1)
      const seed = wholeNumber(values.seed, Date.now() % 1_000_000)
      const isReadable = kills !== null && seed !== null && positionals.length === 0
      return isReadable ? { kills, seed } : '--kills and --seed are whole numbers.'
    },
    async run({ kills, seed }) {
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
      const bar = progressBar()
      const onKill = ({ kills: done, ...sofar }: Sofar): void =>
        bar.show(
          [`${done}/${kills} kills`, ...Object.entries(sofar).map(([what, count]) => `${count} ${what}`)].join(', '),
        )
      const outcome = await torture({ kills, seed, stop: stop.signal, onKill })
      bar.clear()
      const examples = Object.entries(outcome).flatMap(([kind, all]) =>
        Array.isArray(all) ? all.slice(0, 5).map((one) => `${kind}: ${one}`) : [],
      )
      const numbers = Object.entries(outcome).map(([name, all]) => [name, Array.isArray(all) ? all.length : all])
      process.stdout.write([...examples, JSON.stringify(Object.fromEntries(numbers)), ''].join('\n'))
      process.exitCode = examples.length > 0 ? 1 : stop.signal.aborted ? 130 : 0
    },
  })
