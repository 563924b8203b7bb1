import { join } from 'node:path'
import { createContext, type Discussion, readSettings, startFollowing } from '@palaver/server'
import { even } from '../conversation.ts'
import { fill, openDiscussion } from '../ground.ts'
import { say } from '../progress.ts'

export type Resource = Discussion['resource']

/** A service's folder with two discussions in the org that is there from the start. */
export type Data = { env: Readonly<Record<string, string>>; short: Resource; long: Resource }

/** The first page of a thread shows them all. */
export const SHORT = 50
export const LONG = 5_000

/** Pages that do not say which org they are of are of this one. */
export const ORG = 'main'
const PUBLISHED = Date.UTC(2026, 0, 1)

export async function makeData(folder: string): Promise<Data> {
  const env = { PALAVER_DATA: join(folder, 'data'), PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'error' }
  const { config, problems } = readSettings(env)
  if (config === null) throw new Error(problems.join('\n'))
  const context = await createContext(config)
  const { store, accounts, comments } = context
  await accounts.ensureFirst()
  const talk = async (count: number): Promise<Resource> => {
    const discussion = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, ORG)
    const said = even({ seed: `${count}`, count, published: PUBLISHED, maxDepth: 10 })
    const onProgress = (done: number): void => say(`${done} of ${count} comments`)
    await fill({ comments }, { discussion, comments: said }, { withEvents: true, onProgress })
    return discussion.resource
  }
  const [short, long] = [await talk(SHORT), await talk(LONG)]
  say('what follows from them')
  await startFollowing(context).drained()
  await store.close()
  return { env, short, long }
}
