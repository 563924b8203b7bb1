import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { Actor } from './actor.ts'
import type { AnyResults, Outcome, Protocol } from './definition.ts'
import { UnfitProtocol } from './errors.ts'
import type { Choice, Perform, Run } from './schedule.ts'
import { Stage } from './stage.ts'
import { stepped, withMembers } from './stepped.ts'

/** How to run one schedule of a protocol, each time in a fresh world. */
export function performer<W extends object, R extends AnyResults>(protocol: Protocol<W, R>): Perform {
  const { crashes = 1, mayCrash, maxSteps = 300, stuckAfterMs = 10_000, fingerprint } = protocol
  demandPlainNames(protocol)
  return async (choose) => {
    const world = await protocol.setUp()
    const actors = Object.keys(protocol.actors).map((name) => new Actor(name))
    const stage = new Stage(actors, {
      crashes,
      mayCrash: (name) => mayCrash?.includes(name) ?? true,
      maxSteps,
      stuckAfterMs,
      fingerprint: fingerprint === undefined ? null : () => fingerprint(world),
      always: () => protocol.always?.(world),
    })
    try {
      for (const actor of actors) await stage.start(actor, () => act(protocol, world, actor))
      const complete = await stage.play(choose)
      if (complete) await judge(protocol, world, outcomeOf<R>(actors))
      return { schedule: stage.schedule, complete, fault: null }
    } catch (error) {
      return failedRun(stage.schedule, error)
    } finally {
      await protocol.tearDown?.(world)
      // A long search must not keep timers and sockets of the process waiting.
      await eventLoopTurn()
    }
  }
}

async function act<W extends object, R extends AnyResults>(
  protocol: Protocol<W, R>,
  world: W,
  actor: Actor,
): Promise<unknown> {
  const body = protocol.actors[actor.name]
  if (body === undefined) throw new UnfitProtocol(`There is no actor ${actor.name}.`)
  return body(withMembers(world, { ...steppedMembers(protocol, world, actor), sleep: () => actor.sleep() }))
}

function steppedMembers<W extends object, R extends AnyResults>(
  { steps, unstepped = [] }: Protocol<W, R>,
  world: W,
  actor: Actor,
): Record<string, unknown> {
  const wrapped = steps.map((name): [string, unknown] => {
    const member: unknown = world[name]
    const nameOf = (method: string): string => (steps.length === 1 ? method : `${name}.${method}`)
    if (typeof member === 'function')
      return [name, (...args: unknown[]) => actor.park(name, args, (): unknown => Reflect.apply(member, world, args))]
    if (typeof member !== 'object' || member === null)
      throw new UnfitProtocol(`${name} has no methods to step through.`)
    return [name, stepped(member, (method, args, make) => actor.park(nameOf(method), args, make), unstepped)]
  })
  return Object.fromEntries(wrapped)
}

async function judge<W extends object, R extends AnyResults>(
  { recover, check }: Protocol<W, R>,
  world: W,
  outcome: Outcome<R>,
): Promise<void> {
  if (outcome.crashed.length > 0) await recover?.(world, outcome)
  await check(world, outcome)
}

function outcomeOf<R extends AnyResults>(actors: readonly Actor[]): Outcome<R> {
  const ended = actors.flatMap(({ name, end }) => (end?.ok === true ? [[name, end.value]] : []))
  const crashed = actors.filter((actor) => actor.crashed).map((actor) => actor.name)
  return { acknowledged: Object.fromEntries(ended), crashed }
}

function failedRun(schedule: readonly Choice[], error: unknown): Run {
  if (error instanceof UnfitProtocol) throw error
  const fault = error instanceof Error ? error : new Error(String(error))
  return { schedule, complete: true, fault }
}

function demandPlainNames({ actors }: { actors: object }): void {
  const odd = Object.keys(actors).find((name) => !/^[\w-]+$/.test(name))
  if (odd !== undefined) throw new UnfitProtocol(`"${odd}" cannot be an actor's name: letters, digits, _ and - can.`)
}
