import type { Options } from '../thread/options.ts'
import type { Opening } from '../thread/state/model.ts'
import type { Token } from '../thread/state/store.ts'

/** Asks for the first comments while the rest of the program is on its way. Null where that did not work. */
export async function firstOf(options: Options, asked: Promise<Token>): Promise<Opening | null> {
  const token = await asked.catch(() => null)
  const { base, org, resource, order, view } = options
  const query = new URLSearchParams({ org, ...resource, sort: order, ...(view === null ? {} : { view }) })
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`${base}/v1/opening?${query}`, { headers }).catch(() => null)
  return answer?.ok === true ? ((await answer.json()) as Opening) : null
}
