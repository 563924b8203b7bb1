import Database from 'better-sqlite3'
import { fastify } from 'fastify'
import { tell } from './tell.ts'

/** The floor of `cold` and `tree`: fastify, one SQL query along an index of its own, and JSON.stringify. */
const database = new Database(process.argv[2] ?? '', { readonly: true })
database.pragma('cache_size = -32768')
const page = database.prepare(
  `SELECT slug, full_slug, parent_slug, reply_to, depth, posted, edited, author_id, author_name, html, mentions,
     status, rev, replies, up, down, reactions
   FROM comments WHERE discussion = ? AND full_slug > ? ORDER BY full_slug LIMIT ?`,
)

type Row = {
  slug: string
  full_slug: string
  parent_slug: string | null
  reply_to: string | null
  depth: number
  posted: string
  edited: string | null
  author_id: string
  author_name: string
  html: string
  mentions: string
  status: string
  rev: number
  replies: number
  up: number
  down: number
  reactions: string
}

const present = (row: Row): object => ({
  slug: row.slug,
  parentSlug: row.parent_slug,
  replyTo: row.reply_to,
  depth: row.depth,
  posted: row.posted,
  edited: row.edited,
  author: { id: row.author_id, name: row.author_name },
  html: row.html,
  mentions: row.mentions === '[]' ? [] : JSON.parse(row.mentions),
  status: row.status,
  rev: row.rev,
  replies: row.replies,
  votes: { up: row.up, down: row.down },
  reactions: row.reactions === '{}' ? {} : JSON.parse(row.reactions),
})

const app = fastify()
app.get('/comments', (request, reply) => {
  const { discussion, after, limit } = request.query as Record<string, string>
  const rows = page.all(discussion, after ?? '', Number(limit)) as Row[]
  const body = {
    discussion,
    comments: rows.map(present),
    next: rows.at(-1)?.full_slug ?? null,
    previous: after ?? null,
  }
  void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
})
await app.listen({ host: '127.0.0.1', port: 0 })
tell(app.server)
