import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { randomNumbers } from '../../../../store/src/testing/protocol/random.ts'
import { spawnSource } from '../../../../store/src/testing/torture/writing-child.ts'
import { readSettings } from '../../config/read-settings.ts'
import { type Context, createContext } from '../../context.ts'
import { palaverCommand } from '../../testing/palaver-command.ts'
import { runPalaver } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { startConsumers } from '../consumers/run.ts'
import { keyOf } from '../keys.ts'
import { ORDERS } from '../model.ts'
import { type Kind, KINDS } from '../testing/ground.ts'
import { everythingIn } from './everything.fixtures.ts'
import type { Told } from './writing-child.fixtures.ts'

const KILLS = 12
const LONGEST_LIFE_MS = 1_000
const FIRST_POSTS = 100

type Ground = { context: Context; settings: Record<string, string>; org: string; id: string }

async function ground(): Promise<Ground> {
  const settings = { PALAVER_DATA: await tempFolder() }
  const { config } = readSettings({ ...settings, PALAVER_LOG_LEVEL: 'silent' })
  if (config === null) throw new Error('The settings are wrong.')
  const context = await createContext(config)
  onTestFinished(() => context.store.close())
  const { comments } = context
  const { _id: org } = await context.accounts.create('Org')
  const admin = { org, id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
  // So many writes of so few people are what other rules are there to stop.
  await context.moderation.putRules(admin, [{ phase: 'banned' }], null)
  const { _id: id } = await comments.open(admin, { org, resource: { type: 'page', id: '1' } })
  const command = { actor: admin, ref: { discussion: id } }
  const post = (_: unknown, number: number) => comments.post(command, { text: `first ${number}` })
  await Promise.all(Array.from({ length: FIRST_POSTS }, post))
  return { context, settings, org, id }
}

type Writing = { told: Map<string, string>; stop: () => Promise<void> }

/** A process in which people write; `told` is what was acknowledged, the last text of each comment. */
function startWriting({ context, org, id }: Ground): Writing {
  const url = new URL('writing-child.fixtures.ts', import.meta.url)
  const child = spawnSource(url, [context.config.data, org, id])
  onTestFinished(() => void child.kill('SIGKILL'))
  const told = new Map<string, string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { slug, text } = JSON.parse(line) as Told
    told.set(slug, text)
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const gone = once(child, 'close')
  const stop = async (): Promise<void> => {
    child.stdin.end()
    await gone
    expect([child.exitCode, errors]).toEqual([0, ''])
  }
  return { told, stop }
}

function startMoving({ settings, id }: Ground, { layout, order }: Kind): ChildProcess {
  const { command, env } = palaverCommand(['layout', id, '--to', layout, '--order', order], settings)
  const [node = '', ...args] = command
  const child = spawn(node, args, { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Resolves when a mover has begun that was not there before, or the process has ended without. */
async function untilMoving({ context, id }: Ground, child: ChildProcess, before: string | undefined): Promise<void> {
  const moving = async () => (await context.comments.discussion({ discussion: id })).moving?.id
  while (child.exitCode === null && [undefined, before].includes(await moving())) await wait(10)
}

async function killWhileMoving(g: Ground, kind: Kind, random: () => number): Promise<boolean> {
  const before = (await g.context.comments.discussion({ discussion: g.id })).moving?.id
  const child = startMoving(g, kind)
  const gone = once(child, 'close')
  // Some are killed before they have begun, as they wait for the one that was killed before.
  if (random() < 0.7) await untilMoving(g, child, before)
  await wait(random() * LONGEST_LIFE_MS)
  child.kill('SIGKILL')
  await gone
  return child.signalCode === 'SIGKILL'
}

/** Nothing is written any more, and all that follows from what was written is done. */
async function drained({ context: { store, comments, log } }: Ground): Promise<void> {
  const consumers = startConsumers({ store, needs: comments.needs, log })
  for (let rounds = 0; rounds < 3; rounds++) await Promise.all(consumers.map((consumer) => consumer.drained()))
}

async function expectAllThere({ context: { comments }, id }: Ground, told: ReadonlyMap<string, string>): Promise<void> {
  const all = await everythingIn(comments, id)
  const { chronological = [] } = all
  expect(chronological).toHaveLength(FIRST_POSTS + told.size)
  expect((await comments.discussion({ discussion: id })).comments).toBe(chronological.length)
  const texts = new Map(chronological.map(({ slug, text }) => [slug, text]))
  expect([...told].filter(([slug, text]) => texts.get(slug) !== text)).toEqual([])
  for (const order of ORDERS) {
    const keys = (all[order] ?? []).map((comment) => keyOf(order, comment))
    expect(keys).toEqual([...new Set(keys)].toSorted())
    expect(keys).toHaveLength(chronological.length)
  }
  const replies = Map.groupBy(chronological, ({ parentSlug }) => parentSlug)
  const counted = chronological.filter(({ slug, replies: count }) => count !== (replies.get(slug) ?? []).length)
  expect(counted, 'another number of replies than there are').toEqual([])
}

it('nothing is lost, doubled or renamed when movers are killed while people write', { timeout: 120_000 }, async () => {
  const g = await ground()
  const random = randomNumbers(5)
  const writing = startWriting(g)
  await expect.poll(() => writing.told.size, { timeout: 30_000 }).toBeGreaterThan(10)
  for (let killed = 0; killed < KILLS;) {
    const kind = KINDS[Math.floor(random() * KINDS.length)]
    if (kind !== undefined && (await killWhileMoving(g, kind, random))) killed++
  }
  const last = await runPalaver(['layout', g.id, '--to', 'hybrid', '--order', 'threaded'], g.settings)
  expect(last.exitCode, last.stderr).toBe(0)
  await writing.stop()
  await drained(g)
  const discussion = await g.context.comments.discussion({ discussion: g.id })
  expect(discussion).toMatchObject({ layout: 'hybrid', order: 'threaded', moving: null, switching: null })
  await expectAllThere(g, writing.told)
})
