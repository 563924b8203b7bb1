import { join } from 'node:path'
import {
  createContext,
  type Discussion,
  keyOf,
  type PublicComment,
  present,
  readSettings,
  startConsumers,
} from '@palaver/server'
import Database from 'better-sqlite3'
import { even, lively } from '../conversation.ts'
import { fill, layoutOf, openDiscussion, placeOf } from '../ground.ts'

/** What the servers read: the service's own folder, and a file with the same comments in a table with columns. */
export type Data = { env: Readonly<Record<string, string>>; table: string; lively: string; even: string }

const COUNT = 10_000
const PLAN = { seed: 'bench', count: COUNT, published: Date.UTC(2026, 0, 1), maxDepth: 10 }

export async function makeData(folder: string): Promise<Data> {
  const env = { PALAVER_DATA: join(folder, 'data'), PALAVER_PORT: '0', PALAVER_LOG_LEVEL: 'error' }
  const { config } = readSettings(env)
  if (config === null) throw new Error('The settings of the benchmark are wrong.')
  const context = await createContext(config)
  const { store, accounts, comments } = context
  const { _id: org } = await accounts.create('Bench')
  const made: Discussion[] = []
  for (const conversation of [lively, even]) {
    const discussion = await openDiscussion({ comments }, { layout: 'per-comment', order: 'threaded' }, org)
    await fill({ comments }, { discussion, comments: conversation(PLAN) }, { withEvents: true })
    made.push(discussion)
  }
  await Promise.all(startConsumers({ store, needs: comments.needs, log: context.log }).map((one) => one.drained()))
  const table = join(folder, 'table')
  for (const discussion of made) {
    const all = await layoutOf({ comments }, discussion).list(placeOf(discussion), 'threaded', { limit: COUNT })
    fillTable(
      table,
      discussion,
      all.map((comment) => ({ ...present(comment), fullSlug: keyOf('threaded', comment) })),
    )
  }
  await store.close()
  return { env, table, lively: made[0]?._id ?? '', even: made[1]?._id ?? '' }
}

type Columns = PublicComment & { fullSlug: string }

function fillTable(file: string, { _id }: Discussion, all: readonly Columns[]): void {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.exec(`CREATE TABLE IF NOT EXISTS comments (
    discussion TEXT, full_slug TEXT, slug TEXT, parent_slug TEXT, reply_to TEXT, depth INTEGER, posted TEXT,
    edited TEXT, author_id TEXT, author_name TEXT, html TEXT, mentions TEXT, status TEXT, rev INTEGER,
    replies INTEGER, up INTEGER, down INTEGER, reactions TEXT, PRIMARY KEY (discussion, full_slug)
  ) WITHOUT ROWID`)
  const insert = database.prepare(`INSERT INTO comments VALUES (
    @discussion, @fullSlug, @slug, @parentSlug, @replyTo, @depth, @posted, @edited, @authorId, @authorName, @html,
    @mentions, @status, @rev, @replies, @up, @down, @reactions
  )`)
  database.transaction(() => {
    for (const { author, mentions, votes, reactions, ...rest } of all)
      insert.run({
        ...rest,
        ...votes,
        discussion: _id,
        authorId: author?.id ?? null,
        authorName: author?.name ?? null,
        mentions: JSON.stringify(mentions),
        reactions: JSON.stringify(reactions),
      })
  })()
  database.close()
}
