import { once } from 'node:events'
import type { Actor } from '../../api/actor.ts'
import { readSettings } from '../../config/read-settings.ts'
import { createContext } from '../../context.ts'
import { startConsumers } from '../consumers/run.ts'
import type { Comments } from '../service.ts'

/** What was acknowledged: from now on a comment has this text. */
export type Told = { slug: string; text: string }

const WRITERS = 8
/** Then each only edits, so that the discussion fits every layout. */
const MOST_POSTS = 25

const tell = ({ slug, text }: Told): void => void process.stdout.write(`${JSON.stringify({ slug, text })}\n`)

type Writer = { comments: Comments; actor: Actor; ref: { discussion: string } }

async function write({ comments, ...command }: Writer, isOver: () => boolean): Promise<void> {
  const own: string[] = []
  for (let deed = 0; !isOver(); deed++) {
    const text = `${command.actor.id} ${deed}`
    const slug = own[(deed * 7) % own.length]
    if (slug === undefined || (deed % 8 === 0 && own.length < MOST_POSTS)) {
      const { comment } = await comments.post(command, { text, parent: deed % 3 === 0 ? null : (slug ?? null) })
      own.push(comment.slug)
      tell(comment)
    } else tell((await comments.edit(command, { slug, text })).comment)
  }
}

/** A service in which several people write, all in one discussion, until its input ends. */
async function run(folder: string, org: string, discussion: string): Promise<void> {
  const { config } = readSettings({ PALAVER_DATA: folder, PALAVER_LOG_LEVEL: 'warn' })
  if (config === null) throw new Error('The settings are wrong.')
  const context = await createContext(config)
  const { comments } = context
  startConsumers({ store: context.store, needs: comments.needs, log: context.log })
  let isOver = false
  const ended = once(process.stdin.resume(), 'end').then(() => (isOver = true))
  const writers = Array.from({ length: WRITERS }, (_, number): Writer => ({
    comments,
    actor: { org, id: `user${number}`, name: 'User', role: 'member', kind: 'person' },
    ref: { discussion },
  }))
  await Promise.all([ended, ...writers.map((writer) => write(writer, () => isOver))])
  await context.store.close()
}

const [folder = '', org = '', discussion = ''] = process.argv.slice(2)
await run(folder, org, discussion)
