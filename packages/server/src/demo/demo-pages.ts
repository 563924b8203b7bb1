import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../api/refusal.ts'
import { asFresh, asPage, type Get, textIn } from './answers.ts'
import { ARTICLES, pathOf, resourceOf } from './articles.ts'
import { readDemoFile } from './files.ts'
import { mailIn, mailsIn } from './outbox.ts'
import { addPage } from './pages/add.ts'
import { articlePage } from './pages/article.ts'
import { deskPage } from './pages/desk.ts'
import { frontPage } from './pages/front.ts'
import { outboxPage } from './pages/outbox.ts'
import type { Demo } from './service.ts'
import { topicPages, wayToResource } from './topic-pages.ts'
import { villagePages } from './village-pages.ts'

/** Mails are styled within, as mail programs want it; they can do nothing, and load nothing. */
const MAIL_POLICY =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; form-action 'none'"

const FILES = [
  { path: '/demo/demo.css', file: 'assets/demo.css', type: 'text/css; charset=utf-8' },
  { path: '/demo/demo.js', file: 'assets/demo.js', type: 'text/javascript; charset=utf-8' },
  ...['desk', 'parts', 'campaigns', 'new-campaign', 'readers', 'rules', 'why'].map((name) => ({
    path: `/demo/desk/${name}.js`,
    file: `assets/desk/${name}.js`,
    type: 'text/javascript; charset=utf-8',
  })),
  { path: '/demo/icon.svg', file: 'assets/icon.svg', type: 'image/svg+xml' },
]

const OWN_NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** A page elsewhere may have a name that leads to this machine: it shall not get what visitors get. */
async function refuseOtherNames({ headers }: FastifyRequest): Promise<void> {
  if (!OWN_NAMES.test(headers.host ?? ''))
    throw new Refusal('forbidden', 'The demo answers only under the names of this machine, such as 127.0.0.1.')
}

/** The magazine at `/`, and all that belongs to it. */
export function demoPages(app: FastifyInstance, demo: Demo): void {
  const get: Get = (path, answer) => {
    app.get(path, { onRequest: refuseOtherNames }, async (request, reply) => reply.send(await answer(request, reply)))
  }
  get('/', async (_, reply) =>
    asPage(
      reply,
      frontPage((article) => demo.published(article)),
    ),
  )
  for (const article of ARTICLES)
    get(pathOf(article), async (_, reply) =>
      asPage(
        reply,
        articlePage(article, {
          published: (one) => demo.published(one),
          growth: demo.growth,
          line: await wayToResource(demo.needs, resourceOf(article)),
        }),
      ),
    )
  topicPages(get, demo.needs)
  villagePages(get, demo.needs)
  get('/demo/add', async ({ host }, reply) => asPage(reply, addPage(`http://${host}`, demo.folder)))
  get('/demo/outbox', async (_, reply) =>
    asPage(reply, outboxPage({ ...(await mailsIn(demo.outbox)), folder: demo.outbox })),
  )
  get('/demo/outbox/:file', async ({ params }, reply) => asMail(reply, await mailIn(demo.outbox, fileIn(params))))
  get('/demo/desk', async (_, reply) => asPage(reply, deskPage()))
  get('/demo/growth', async (_, reply) => asFresh(reply, { growth: demo.growth }))
  get('/demo/token', async ({ query }, reply) => asFresh(reply, await demo.pass(personIn(query))))
  for (const { path, file, type } of FILES)
    get(path, async (_, reply) => {
      void reply.header('cache-control', 'no-cache').type(type)
      return readDemoFile(file)
    })
}

/** Its links lead out of the frame. */
function asMail(reply: FastifyReply, mail: { html: string } | null): string {
  if (mail === null) throw new Refusal('not-found', 'There is no such mail in the outbox.')
  void reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8')
  return mail.html.replace('<head>', '<head><base target="_top">')
}

const fileIn = (params: unknown): string => textIn(params, 'file')
const personIn = (query: unknown): string => textIn(query, 'as')
