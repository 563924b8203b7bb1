import type { OnProgress } from '@palaver/store'
import { Refusal } from '../../api/refusal.ts'
import { type Discussion, type LayoutName, LAYOUTS, type Order, ORDERS } from '../../comments/model.ts'
import { DoesNotFit } from '../../comments/moving/does-not-fit.ts'
import type { Context } from '../../context.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

type Outcome = { discussion: string; outcome: 'moved' | 'there' } | { discussion: string; refused: string }
type Wanted = { to: LayoutName; order: Order | undefined; onProgress: OnProgress }

export const layoutCommand = command({
  name: 'layout',
  description: 'Stores a discussion in another layout, while people write in it; can be interrupted and run again',
  args: {
    discussion: { type: 'positional', required: false, description: 'Its id, or type/id of what it is about' },
    to: { type: 'enum', options: [...LAYOUTS], description: 'The layout to move to' },
    order: { type: 'enum', options: [...ORDERS], description: 'The order to store it in; as it is, unless given' },
    all: { type: 'boolean', description: 'Move all discussions' },
    from: { type: 'enum', options: [...LAYOUTS], description: 'With --all: only those in this layout' },
    org: { type: 'string', description: 'The org of what it is about; with --all: only those of this org' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ discussion, to, order, all, from, org, json }) => {
    if (to === undefined) throw wrongUsage(`Say where to: --to ${LAYOUTS.join(', ')}.`)
    requireOneOrAll(discussion, { all: all === true, from })
    const wanted: Wanted = { to, order, onProgress: showProgress(process.stderr) }
    const outcomes = await withContext(async (context) => {
      if (discussion !== undefined) return [await moveOne(context, await find(context, discussion, org), wanted)]
      return moveAll(context, {
        ...wanted,
        from,
        org: org === undefined ? null : (await requireOrg(context.accounts, org))._id,
      })
    })
    const refused = outcomes.filter((one) => 'refused' in one)
    if (all !== true && refused[0] !== undefined) throw new Problem(EXIT.failure, refused[0].refused)
    process.stdout.write(json === true ? `${JSON.stringify(outcomes)}\n` : asText(outcomes, all === true))
    return refused.length === 0 ? EXIT.ok : EXIT.failure
  },
})

const wrongUsage = (message: string): Problem => new Problem(EXIT.usage, `${message} See: palaver layout --help`)

function requireOneOrAll(
  discussion: string | undefined,
  { all, from }: { all: boolean; from: string | undefined },
): void {
  if (all === (discussion !== undefined)) throw wrongUsage('Name one discussion, or say --all.')
  if (!all && from !== undefined) throw wrongUsage('--from is for --all.')
}

/** Ids have no slash. */
async function find({ comments, accounts }: Context, named: string, org: string | undefined): Promise<Discussion> {
  const slash = named.indexOf('/')
  const ref =
    slash === -1
      ? { discussion: named }
      : {
          org: (await requireOrg(accounts, org))._id,
          resource: { type: named.slice(0, slash), id: named.slice(slash + 1) },
        }
  try {
    return await comments.discussion(ref)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem(EXIT.usage, `There is no discussion ${named}.`, { cause: error })
  }
}

async function moveAll(
  context: Context,
  { from, org, ...wanted }: Wanted & { from: LayoutName | undefined; org: string | null },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const discussion of context.comments.all()) {
    if (org !== null && discussion.org !== org) continue
    if (from !== undefined && discussion.layout !== from) continue
    outcomes.push(await moveOne(context, discussion, wanted))
  }
  return outcomes
}

async function moveOne({ comments }: Context, { _id, order }: Discussion, wanted: Wanted): Promise<Outcome> {
  const target = { layout: wanted.to, order: wanted.order ?? order }
  const onProgress: OnProgress = ({ done, total }) => wanted.onProgress({ task: `Moving ${_id}`, done, total })
  try {
    return { discussion: _id, outcome: await comments.move(_id, target, { onProgress }) }
  } catch (error) {
    if (error instanceof DoesNotFit || error instanceof Refusal) return { discussion: _id, refused: error.message }
    throw error
  }
}

function asText(outcomes: readonly Outcome[], all: boolean): string {
  const refused = outcomes.flatMap((one) => ('refused' in one ? [`${one.discussion}: ${one.refused}\n`] : []))
  const count = (wanted: string): number => outcomes.filter((one) => 'outcome' in one && one.outcome === wanted).length
  if (!all) return count('moved') === 1 ? 'The discussion was moved.\n' : 'It was so already.\n'
  const numbers = `${count('moved')} moved, ${count('there')} were so already, ${refused.length} could not be moved`
  return `${refused.join('')}${outcomes.length} discussions: ${numbers}.\n`
}
