import type { AnyResults, Protocol } from './protocol/definition.ts'
import { ProtocolBroken, UnfitProtocol } from './protocol/errors.ts'
import { performer } from './protocol/perform.ts'
import { searchAtRandom } from './protocol/random.ts'
import { broken, explored, type Explored } from './protocol/report.ts'
import { follow } from './protocol/schedule.ts'
import { searchAll } from './protocol/search.ts'
import { simplify } from './protocol/simplify.ts'

/** For a protocol that is used more than once, such as a variant of it in a control. */
export const defineProtocol = <W extends object, R extends AnyResults>(protocol: Protocol<W, R>): Protocol<W, R> =>
  protocol

/**
 * Steps the actors through every order of their calls, and at random beyond the bound, with a crash possible
 * before and after each. Throws `ProtocolBroken`, with the simplest schedule found, when the check throws.
 */
export async function exploreProtocol<W extends object, R extends AnyResults>(
  protocol: Protocol<W, R>,
): Promise<Explored> {
  const { title, replay, exhaustiveUpTo = 20_000, random = 2_000, seed = 1 } = protocol
  const perform = performer(protocol)
  if (replay !== undefined) {
    const run = await perform(follow(replay))
    if (run.fault !== null) throw broken(title, run)
    return explored(title, 'replayed', { schedules: 1, states: 0, exhaustive: false, longest: run.schedule.length })
  }
  const all = await searchAll(perform, exhaustiveUpTo)
  if (all.failed !== null) throw broken(title, await simplify(perform, all.failed))
  if (all.exhaustive) return explored(title, 'exhaustive', all)
  const some = await searchAtRandom(perform, random, seed)
  if (some.failed !== null) throw broken(`${title} (seed ${seed})`, await simplify(perform, some.failed))
  const longest = Math.max(all.longest, some.longest)
  const schedules = all.schedules + some.schedules
  return explored(title, `${some.schedules} at random, seed ${seed}`, { ...all, schedules, longest })
}

/** A control: the protocol with one step left out must fail, for this reason. It shows that the check can fail. */
export async function expectBroken<W extends object, R extends AnyResults>(
  protocol: Protocol<W, R>,
  reason: RegExp,
): Promise<ProtocolBroken> {
  try {
    const { report } = await exploreProtocol(protocol)
    throw new UnfitProtocol(`A control must fail, but\n${report}`)
  } catch (error) {
    if (error instanceof ProtocolBroken && reason.test(error.message)) return error
    throw error
  }
}
