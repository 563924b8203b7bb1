import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defineProtocol, exploreProtocol } from './protocol.ts'

/** A small program: each operation reads a cell and then writes to it, as it likes or by compare-and-set. */
type Operation = { cell: 'x' | 'y'; guarded: boolean }
type Program = readonly (readonly Operation[])[]
type State = { cells: { x: number; y: number }; notes: string; crashed: number[]; acknowledged: number[] }
type Local = { at: number; seen: number | null; over: boolean }

const fresh = (): State => ({ cells: { x: 0, y: 0 }, notes: '', crashed: [], acknowledged: [] })
const ending = ({ crashed, acknowledged, ...rest }: State): string =>
  JSON.stringify({ ...rest, crashed: crashed.toSorted(ascending), acknowledged: acknowledged.toSorted(ascending) })
const ascending = (a: number, b: number): number => a - b

/** Every ending, by a plain search over copied states in which anyone may die at any moment. */
function endingsByModel(program: Program, crashes: number): Set<string> {
  const endings = new Set<string>()
  const met = new Set<string>()
  const visit = (state: State, locals: readonly Local[]): void => {
    const key = JSON.stringify([state, locals])
    if (met.has(key)) return
    met.add(key)
    if (locals.every((local) => local.over)) endings.add(ending(state))
    for (const [who, local] of locals.entries()) {
      if (local.over) continue
      const dead = locals.with(who, { ...local, over: true })
      const mayDie = state.crashed.length < crashes
      if (mayDie) visit({ ...state, crashed: [...state.crashed, who] }, dead)
      const made = makeCall(state, program[who] ?? [], local)
      if (mayDie) visit({ ...made.state, crashed: [...state.crashed, who] }, dead)
      visit(seeAnswer(made.state, who, made.local), locals.with(who, made.local))
    }
  }
  visit(
    fresh(),
    program.map(() => ({ at: 0, seen: null, over: false })),
  )
  return endings
}

function makeCall(state: State, operations: readonly Operation[], local: Local): { state: State; local: Local } {
  const { cell, guarded } = operations[local.at] ?? { cell: 'x', guarded: true }
  const value = state.cells[cell]
  if (local.seen === null) return { state, local: { ...local, seen: value } }
  const writes = !guarded || local.seen === value
  const cells = writes ? { ...state.cells, [cell]: local.seen + 1 } : state.cells
  return {
    state: { ...state, cells },
    local: { at: local.at + 1, seen: null, over: local.at + 1 === operations.length },
  }
}

function seeAnswer(state: State, who: number, local: Local): State {
  const notes = local.seen === null ? state.notes + who : state.notes
  return { ...state, notes, acknowledged: local.over ? [...state.acknowledged, who] : state.acknowledged }
}

type Cell = Operation['cell']

function setUp() {
  const cells = { x: 0, y: 0 }
  const store = {
    read: async (cell: Cell) => cells[cell],
    write: async (cell: Cell, value: number) => void (cells[cell] = value),
    compareAndSet: async (cell: Cell, value: number) => {
      if (cells[cell] === value - 1) cells[cell] = value
    },
  }
  return { cells, store, notes: '' }
}

const actorOf = (operations: readonly Operation[], who: number) => async (world: ReturnType<typeof setUp>) => {
  for (const { cell, guarded } of operations) {
    const value = (await world.store.read(cell)) + 1
    await world.store[guarded ? 'compareAndSet' : 'write'](cell, value)
    world.notes += who
  }
}

/** The same program as actors. */
const protocolOf = (program: Program, crashes: number, endings: Set<string>) =>
  defineProtocol({
    title: 'a small program',
    setUp,
    steps: ['store'],
    actors: Object.fromEntries(program.map((operations, who) => [`actor${who}`, actorOf(operations, who)])),
    crashes,
    check: ({ cells, notes }, outcome) => {
      const crashed = outcome.crashed.map(numberOf)
      endings.add(ending({ cells, notes, crashed, acknowledged: Object.keys(outcome.acknowledged).map(numberOf) }))
    },
  })

const numberOf = (actor: string): number => Number(actor.slice('actor'.length))

const operation = fc.record({ cell: fc.constantFrom('x' as const, 'y' as const), guarded: fc.boolean() })
const program = fc.array(fc.array(operation, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
const threeShort = fc.array(fc.array(operation, { minLength: 1, maxLength: 1 }), { minLength: 3, maxLength: 3 })

it('no ending is missed, with a fingerprint or without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(program, threeShort), fc.integer({ min: 0, max: 2 }), async (actors, crashes) => {
      const plain = new Set<string>()
      const pruned = new Set<string>()
      const protocol = protocolOf(actors, crashes, plain)
      const all = await exploreProtocol(protocol)
      const byState = await exploreProtocol({
        ...protocolOf(actors, crashes, pruned),
        fingerprint: ({ cells, notes }) => ({ cells, notes }),
      })
      const expected = [...endingsByModel(actors, crashes)].toSorted()
      expect(all.exhaustive && byState.exhaustive).toBe(true)
      expect([...plain].toSorted()).toEqual(expected)
      expect([...pruned].toSorted()).toEqual(expected)
    }),
    { numRuns: 30, seed: 1 },
  )
})
