import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { LettersOf, Queues } from '../../events/service.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { orWrongUsage } from '../or-wrong-usage.ts'
import { lettersTable, queuesTable } from '../queues-table.ts'
import { stopSignal } from '../stop-signal.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const OPERATOR = 'operator'
const REFRESH_MS = 1_000
/** Clears the terminal and goes to its first line. */
const ANEW = '\u001B[2J\u001B[H'

type Given = { queue: string | undefined; event: string | undefined; org: string | undefined; all: boolean }
type Act = (queues: Queues, given: Given & { queue: string }, context: Context) => Promise<Done>
type Done = { data: unknown; text: string }

const ACTS: Readonly<Record<string, Act>> = {
  pause: async (queues, { queue }) => {
    await queues.pause(queue, OPERATOR)
    return { data: { queue, paused: true }, text: `${queue} is paused, on every node within a second.\n` }
  },
  resume: async (queues, { queue }) => {
    await queues.resume(queue, OPERATOR)
    return { data: { queue, paused: false }, text: `${queue} works again, on every node within a second.\n` }
  },
  dead: async (queues, given, context) => {
    const found = await allOf(await lettersOf(queues, given, context))
    return { data: found, text: lettersTable(found) }
  },
  redrive: (queues, given, context) => decide(queues, given, { context, act: 'redrive', done: 'handled once more' }),
  discard: (queues, given, context) => decide(queues, given, { context, act: 'discard', done: 'discarded' }),
}

export const queuesCommand = command({
  name: 'queues',
  description: 'Shows the queues and how far they are; pauses or resumes one, lists, redrives or discards dead letters',
  args: {
    act: { type: 'positional', required: false, description: `One of ${Object.keys(ACTS).join(', ')}` },
    queue: { type: 'positional', required: false, description: 'Name of the queue' },
    event: { type: 'positional', required: false, description: 'To redrive or discard: id of the event' },
    all: { type: 'boolean', description: 'Redrive or discard all dead letters of the queue' },
    org: { type: 'string', description: 'Only dead letters of this org' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ act: name, queue, event, all, org, json }) => {
    const given = { queue, event, org, all: all === true }
    const act = actOf(name, given)
    await withContext(async (context) => {
      const { queues } = context
      if (act === null) return show(queues, json === true)
      const { data, text } = await orWrongUsage(() => act(queues, context))
      process.stdout.write(json === true ? `${JSON.stringify(data)}\n` : text)
    })
    return EXIT.ok
  },
})

/** What is to be done, where that is more than looking. */
function actOf(name: string | undefined, given: Given): ((queues: Queues, context: Context) => Promise<Done>) | null {
  if (name === undefined && given.org === undefined && !given.all) return null
  const act = Object.entries(ACTS).find(([known]) => known === name)?.[1]
  if (act === undefined) throw wrongUsage(`Say what to do: ${Object.keys(ACTS).join(', ')}.`)
  const { queue } = given
  if (queue === undefined) throw wrongUsage(`Name the queue: palaver queues ${name} <queue>.`)
  requireFit(name === 'redrive' || name === 'discard', given)
  return (queues, context) => act(queues, { ...given, queue }, context)
}

function requireFit(isDeciding: boolean, { event, all }: Given): void {
  if (isDeciding && (event !== undefined) === all) throw wrongUsage('Name one event, or say --all.')
  if (!isDeciding && (all || event !== undefined)) throw wrongUsage('Events and --all are for redrive and discard.')
}

const wrongUsage = (message: string): Problem => new Problem(EXIT.usage, `${message} See: palaver queues --help`)

/** Once, or again and again for somebody who watches. */
async function show(queues: Queues, isJson: boolean): Promise<void> {
  const isWatched = process.stdout.isTTY && !isJson
  const stopped = isWatched ? stopSignal().then(() => true) : Promise.resolve(true)
  for (;;) {
    const views = await queues.overview()
    const text = isJson ? `${JSON.stringify(views)}\n` : queuesTable(views)
    process.stdout.write(isWatched ? `${ANEW}${text}` : text)
    if (await Promise.race([stopped, wait(REFRESH_MS, false)])) return
  }
}

async function lettersOf(queues: Queues, { queue, org }: { queue: string; org: string | undefined }, context: Context) {
  const only = org === undefined ? null : (await requireOrg(context.accounts, org))._id
  return queues.lettersForOperator(queue, only)
}

type Letter = Awaited<ReturnType<LettersOf['list']>>['letters'][number]

async function allOf(letters: LettersOf): Promise<Letter[]> {
  const all: Letter[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<LettersOf['list']>> = await letters.list({ limit: 100, cursor })
    all.push(...page.letters)
    cursor = page.next
  } while (cursor !== null)
  return all
}

type Deciding = { context: Context; act: 'redrive' | 'discard'; done: string }

async function decide(
  queues: Queues,
  given: Given & { queue: string },
  { context, act, done }: Deciding,
): Promise<Done> {
  const letters = await lettersOf(queues, given, context)
  if (given.event !== undefined) await letters[act](given.event)
  const count = given.event === undefined ? await decideAll(letters, act) : 1
  return { data: { count }, text: `${count === 1 ? 'One dead letter is' : `${count} dead letters are`} ${done}.\n` }
}

async function decideAll(letters: LettersOf, act: Deciding['act']): Promise<number> {
  let total = 0
  for (;;) {
    const { count, more } = await (act === 'redrive' ? letters.redriveAll() : letters.discardAll())
    total += count
    if (!more) return total
  }
}
