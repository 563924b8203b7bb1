import { people } from '../../accounts/collections.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode, Problem } from '../../problem.ts'
import { STEP_NAMES, type Stop, type Verified, verifySocial } from '../../social/verify/verify.ts'
import { showProgress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import { number } from '../topics/given.ts'

/** All that can be said to `palaver social verify`. */
export type Given = {
  repair: boolean | undefined
  from: string | undefined
  org: string | undefined
  json: boolean | undefined
}

/** Of a very damaged database the first are enough to see what it is. */
const MOST_SHOWN = 100

export async function socialVerify({ store, social }: Context, given: Given): Promise<ExitCode> {
  const { repair = false, org, json } = given
  const from = given.from === undefined ? null : placeIn(given.from)
  let isStopped = false
  void stopSignal().then(() => (isStopped = true))
  const everybody = store.collection(people)
  const onProgress = showProgress(process.stderr)
  const found = await verifySocial(
    { store, social, everybody },
    { org, repair, from, onProgress, isStopped: () => isStopped },
  )
  process.stdout.write(json === true ? `${JSON.stringify(found)}\n` : asText(found, given))
  if (found.leftCount > 0) return EXIT.damage
  return found.stoppedAt === null ? EXIT.ok : EXIT.failure
}

/** `walls:<id>`, as an interrupted run has printed it. */
export function placeIn(written: string): Stop {
  const [step = '', ...rest] = written.split(':')
  if (STEP_NAMES.some((name) => name === step)) return { step, after: rest.join(':') }
  throw new Problem(EXIT.usage, `--from is what an interrupted run has printed, such as walls:…: “${written}” is not.`)
}

function asText({ looked, mended, mendedCount, left, leftCount, stoppedAt }: Verified, { repair, org }: Given): string {
  const shown = [...left, ...mended].slice(0, MOST_SHOWN)
  const lines = shown.map((one) => `  ${one.document}: ${one.says}${mended.includes(one) ? ' (mended)' : ''}\n`)
  const count = leftCount + mendedCount
  const more = count > shown.length ? `  … and ${number(count - shown.length)} more\n` : ''
  const verdict = count === 0 ? 'all is well' : `${number(count)} problems, ${number(mendedCount)} mended`
  const again = stoppedAt === null ? '' : stoppedText(stoppedAt, { repair, org })
  return `${lines.join('')}${more}${number(looked)} documents: ${verdict}.\n${again}`
}

function stoppedText({ step, after }: Stop, { repair, org }: Pick<Given, 'repair' | 'org'>): string {
  const options = `${repair === true ? ' --repair' : ''}${org === undefined ? '' : ` --org ${org}`}`
  return `It was stopped before all was looked at. This goes on: palaver social verify${options} --from ${step}:${after}\n`
}
