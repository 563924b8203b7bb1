import { existsSync } from 'node:fs'
import { excused } from '../double-deviations.ts'
import { withTestEngine } from '../engines.ts'
import { progressBar } from '../progress-bar.ts'
import { runTool } from '../tool.ts'
import { type Answers, runAnswers } from './run.ts'

const USAGE = `Usage: npm run answers -- <folder> [--engine sqlite|mongodb]

Asks an engine every recorded case of a folder (filters, sorts, projections, changes, elements, upserts, each a .jsonl file)
and compares with what MongoDB answered. The last line is JSON: cases, same, refused, different, excused
(differences known of the MongoDB double, when that is the server in use).
Exit codes: 0 no difference, 1 differences, 2 wrong usage.
`

/** So many differences are shown; the count is always whole. */
const SHOWN = 20

type Wanted = { folder: string; engine: 'sqlite' | 'mongodb' }

await runTool({
  usage: USAGE,
  options: { engine: { type: 'string', default: 'sqlite' } },
  read({ positionals: [folder, ...more], values: { engine } }): Wanted | string {
    if (folder === undefined || more.length > 0) return 'Name one folder of answers.'
    if (!existsSync(folder)) return `There is no folder ${folder}.`
    return engine === 'sqlite' || engine === 'mongodb' ? { folder, engine } : `There is no engine ${engine}.`
  },
  async run({ folder, engine }) {
    const bar = progressBar()
    await withTestEngine(engine, async ({ open, flavour }) => {
      const onProgress = (done: number, file: string): void => bar.show(`${file}: line ${done}`)
      const answers = await runAnswers(folder, { open, onProgress, ...(flavour === 'double' ? { excused } : {}) })
      bar.clear()
      print(answers)
      process.exitCode = answers.different === 0 ? 0 : 1
    })
  },
})

function print({ byFile, refusals, differences, ...summary }: Answers): void {
  const lines: string[] = []
  for (const [file, { cases, same, refused, different, excused: known }] of byFile)
    lines.push(
      `${file.padEnd(20)} ${cases} cases: ${same} same, ${refused} refused, ${different} different` +
        (known > 0 ? `, ${known} known of the double` : ''),
    )
  for (const [why, count] of refusals) lines.push(`refused ${count} times: ${why}`)
  for (const difference of differences.slice(0, SHOWN)) lines.push(`different: ${JSON.stringify(difference)}`)
  if (differences.length > SHOWN) lines.push(`… and ${differences.length - SHOWN} more`)
  process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(summary)}\n`)
}
