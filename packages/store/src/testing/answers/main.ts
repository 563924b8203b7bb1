import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { excused } from '../double-deviations.ts'
import { withTestEngine } from '../engines.ts'
import { progressBar } from '../progress-bar.ts'
import { type Answers, runAnswers } from './run.ts'

const USAGE = `Usage: npm run answers -- <folder> [--engine sqlite|mongodb]

Asks an engine every recorded case of a folder (filters, sorts, projections, changes, elements, upserts, each a .jsonl file)
and compares with what MongoDB answered. The last line is JSON: cases, same, refused, different.
Exit codes: 0 no difference, 1 differences, 2 wrong usage.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string', default: 'sqlite' }, help: { type: 'boolean' } },
})
const [folder] = positionals
if (values.help === true) process.stdout.write(USAGE)
else if (folder === undefined || !existsSync(folder) || (values.engine !== 'sqlite' && values.engine !== 'mongodb')) {
  process.stderr.write(folder === undefined ? USAGE : `There is no folder ${folder}, or no engine ${values.engine}.\n`)
  process.exitCode = 2
} else await main(folder, values.engine)

async function main(from: string, engine: 'sqlite' | 'mongodb'): Promise<void> {
  const bar = progressBar()
  await withTestEngine(engine, async ({ open, flavour }) => {
    const onProgress = (done: number, file: string): void => bar.show(`${file}: line ${done}`)
    const answers = await runAnswers(from, { open, onProgress, ...(flavour === 'double' ? { excused } : {}) })
    bar.clear()
    print(answers)
    process.exitCode = answers.different === 0 ? 0 : 1
  })
}

function print({ byFile, refusals, differences, ...summary }: Answers): void {
  const lines: string[] = []
  for (const [file, { cases, same, refused, different, excused: known }] of byFile)
    lines.push(
      `${file.padEnd(20)} ${cases} cases: ${same} same, ${refused} refused, ${different} different${known > 0 ? `, ${known} known of the double` : ''}`,
    )
  for (const [why, count] of refusals) lines.push(`refused ${count} times: ${why}`)
  for (const difference of differences.slice(0, 20)) lines.push(`different: ${JSON.stringify(difference)}`)
  if (differences.length > 20) lines.push(`… and ${differences.length - 20} more`)
  process.stdout.write(`${lines.join('\n')}\n${JSON.stringify(summary)}\n`)
}
