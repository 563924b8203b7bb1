import { setTimeout as wait } from 'node:timers/promises'
import { campaigns, slices } from '../../ads/collections.ts'
import { type MoneyVerified, verifyMoney } from '../../ads/money/verify.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode } from '../../problem.ts'
import { number } from '../topics/given.ts'

/** All that can be said to `palaver ads verify`. */
export type Given = { org: string | undefined; json: boolean | undefined }

/** Of a very damaged database the first are enough to see what it is. */
const MOST_SHOWN = 100

export async function adsVerify({ store }: Pick<Context, 'store'>, { org, json }: Given): Promise<ExitCode> {
  const needs = { campaigns: store.collection(campaigns), slices: store.collection(slices) }
  const verified = await verifyMoney(needs, { org, sleep: (ms) => wait(ms) })
  process.stdout.write(json === true ? `${JSON.stringify(verified)}\n` : asText(verified))
  if (verified.found.length > 0) return EXIT.damage
  return verified.busy.length === 0 ? EXIT.ok : EXIT.failure
}

function asText({ campaigns: looked, slices: counted, found, busy }: MoneyVerified): string {
  const lines = found.slice(0, MOST_SHOWN).map(({ document, says }) => `  ${document}: ${says}\n`)
  const more = found.length > lines.length ? `  … and ${number(found.length - lines.length)} more\n` : ''
  const verdict = found.length === 0 ? 'all is well' : `${number(found.length)} problems`
  const late =
    busy.length === 0
      ? ''
      : `${number(busy.length)} were changed each time that they were looked at: try again later.\n`
  return `${lines.join('')}${more}${number(looked)} campaigns, ${number(counted)} slices: ${verdict}.\n${late}`
}
