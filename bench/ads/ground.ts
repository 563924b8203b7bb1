import { join } from 'node:path'
import { type Context, createContext, readSettings, seedInventory } from '@palaver/server'
import { say } from '../progress.ts'

/** A service's folder with an org that has ads. */
export type Ground = { context: Context; env: Readonly<Record<string, string>>; org: string }

const ZONE = 'seeded'
const KEYWORDS = 500
const PEOPLE = 2000

export async function groundIn(folder: string, flights: number): Promise<Ground> {
  // However slow the machine is, there is an ad in each answer: none is left out because it took too long.
  const env = {
    PALAVER_DATA: join(folder, 'data'),
    PALAVER_PORT: '0',
    PALAVER_LOG_LEVEL: 'warn',
    PALAVER_ADS_LIMIT_MS: '10000',
  }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config)
  const { _id: org } = await context.accounts.create('Bench')
  const onProgress = (done: number): void => say(`writing ${done.toLocaleString('en')} of ${flights} flights`)
  await seedInventory(context.ads.kept, { org, flights, now: Date.now(), onProgress })
  say('')
  return { context, env, org }
}

/** A page asks for one ad, for one of many people, by two of its keywords. */
export function askOf(org: string, number: number, count = 1): string {
  const id = `visitor-${String(number % PEOPLE).padStart(20, '0')}`
  const keywords = [`word${(number * 13) % KEYWORDS}`, `word${(number * 29) % KEYWORDS}`]
  return JSON.stringify({ org, places: [{ zone: ZONE, count }], page: { keywords }, person: { id, consent: true } })
}

/** In each answer that gives one. */
export const hasAd = (answer: string): boolean => answer.includes('"impression":"/t/i/')
