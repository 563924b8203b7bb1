import { Refusal } from '../../api/refusal.ts'
import type { Comments } from '../../comments/service.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { withContext } from '../with-context.ts'

export const recountCommand = command({
  name: 'recount',
  description: 'Has the service count again what a discussion has: comments, replies, votes, reactions, its best',
  args: {
    discussion: { type: 'positional', required: false, description: 'Its id' },
    all: { type: 'boolean', description: 'Count all discussions' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ discussion, all, json }) => {
    if ((discussion !== undefined) === (all === true))
      throw new Problem(EXIT.usage, 'Name one discussion, or say --all. See: palaver recount --help')
    const asked = await withContext(({ comments }) =>
      discussion === undefined ? askForAll(comments) : askFor(comments, discussion),
    )
    process.stdout.write(json === true ? `${JSON.stringify({ asked })}\n` : asText(asked))
    return EXIT.ok
  },
})

async function askFor(comments: Comments, id: string): Promise<number> {
  try {
    await comments.recount(id)
    return 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem(EXIT.usage, `There is no discussion ${id}.`, { cause: error })
  }
}

async function askForAll(comments: Comments): Promise<number> {
  let asked = 0
  for await (const { _id } of comments.all()) asked += await askFor(comments, _id)
  return asked
}

const asText = (asked: number): string =>
  `${asked === 1 ? 'One discussion is' : `${asked} discussions are`} to be counted again: the service does it while it runs.\n`
