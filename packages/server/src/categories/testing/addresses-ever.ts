import { expect } from 'vitest'
import { pathIn, resolve } from '../addresses.ts'
import { slugsOf } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import type { Oracle } from './oracle.ts'

const ASKED = [null, 'de-AT', 'fr-CH', 'xx'] as const

/** Every address that ever worked, and the topic that had it last. */
export class AddressesEver {
  readonly #oracle: Oracle
  readonly #last = new Map<string, string>()

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  check(snapshot: Snapshot): void {
    for (const key of this.#oracle.nodes.keys())
      if (this.#oracle.isLive(key)) for (const path of this.#pathsOf(snapshot, key)) this.#last.set(path, key)
    for (const [path, key] of this.#last) {
      const heir = this.#oracle.heirOf(key)
      for (const locale of ASKED) expectLeads(snapshot, { path, locale, heir })
      expectNotCanonical(snapshot, `no-such-part/${path}`)
    }
  }

  /** In every language, and in mixtures of them. */
  #pathsOf(snapshot: Snapshot, key: string): string[] {
    const line = [...this.#oracle.above(key), key].flatMap((one) => snapshot.get(one) ?? [])
    const longer = (starts: string[], slugs: string[]): string[] =>
      starts.flatMap((start) => slugs.map((slug) => (start === '' ? slug : `${start}/${slug}`)))
    return line.map(slugsOf).reduce(longer, [''])
  }
}

type Leading = { path: string; locale: string | null; heir: string | null }

/** At once, or by one redirect that keeps the language; what nobody took over is gone. */
function expectLeads(snapshot: Snapshot, { path, locale, heir }: Leading): void {
  const found = resolve(snapshot, path, locale)
  if (heir === null || found === 'gone' || found === null) {
    expect(found, `at ${path}`).toBe(heir === null ? 'gone' : heir)
    return
  }
  expect(found.topic.key, `at ${path}`).toBe(heir)
  if (locale !== null) expect(found.locale).toBe(locale)
  const canonical = pathIn(snapshot, found.topic, found.locale)
  expect(found.isCanonical).toBe(canonical === path)
  const next = resolve(snapshot, canonical, locale)
  expect(next, `at ${canonical}`).toMatchObject({ isCanonical: true, topic: { key: heir } })
}

function expectNotCanonical(snapshot: Snapshot, path: string): void {
  const found = resolve(snapshot, path, null)
  if (found !== null && found !== 'gone') expect(found.isCanonical, `at ${path}`).toBe(false)
}
