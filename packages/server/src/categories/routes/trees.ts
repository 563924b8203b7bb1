import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { tagOf } from '../../api/bytes.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { OPERATIONS } from '../model.ts'
import type { Topics } from '../service.ts'
import { orgField, treeParams } from './inputs.ts'
import { newTreeSchema, treeChangeSchema } from './tree-inputs.ts'
import { orgOf, treeSeen, type View } from './views.ts'

const tag = 'Topics'
const orgQuery = z.object({ org: orgField.optional() })
const count = z.int().min(0)
const page = z.string().nullable()

const treeSchema = z
  .object({
    key: z.string(),
    name: z.string(),
    locale: z.string(),
    pages: z.object({ topic: page, discussion: page }),
    version: count,
    topics: count.meta({ description: 'How many of them the caller sees.' }),
    pending: z
      .object({ kind: z.enum(OPERATIONS), done: count, total: count })
      .nullable()
      .meta({ description: 'The change that is being written; whoever reads sees it done. For who sees all topics.' }),
    catchingUp: z
      .object({ done: count, total: count })
      .nullable()
      .meta({ description: 'How far lists of discussions have followed what was moved. For who sees all topics.' }),
    rev: count,
  })
  .meta({ id: 'TopicTree' })

export const treeRoutes = (topics: Topics): Route[] => [
  listTrees(topics),
  createTree(topics),
  getTree(topics),
  changeTree(topics),
]

const listTrees = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/trees',
    name: 'listTopicTrees',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'The trees of topics of an org, in the order in which they were made',
    query: orgQuery,
    answers: { 200: z.object({ trees: z.array(treeSchema) }).meta({ id: 'TopicTrees' }) },
    handle: async ({ query, actor }) => {
      const org = orgOf({ actor, query })
      const trees = (await topics.trees.of(org)).map(async ({ key }) =>
        shown(topics, await treeSeen(topics, key, { actor, query })),
      )
      return { body: { trees: await Promise.all(trees) }, org }
    },
  })

const createTree = (topics: Topics): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/trees',
    name: 'createTopicTree',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: 'Begins a tree of topics',
    body: newTreeSchema,
    answers: { 201: treeSchema },
    handle: async ({ body, actor }) => {
      const { key } = await topics.trees.create(actor, body)
      return { ...(await answer(topics, key, actor)), status: 201, headers: { location: `/v1/trees/${key}` } }
    },
  })

const getTree = (topics: Topics): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/trees/{tree}',
    name: 'getTopicTree',
    auth: 'optional',
    scope: 'read',
    tag,
    summary: 'A tree of topics: its settings, how many there are, and what is under way',
    params: treeParams,
    query: orgQuery,
    answers: { 200: treeSchema },
    handle: async ({ params, query, actor }) =>
      tagged(await shown(topics, await treeSeen(topics, params.tree, { actor, query })), orgOf({ actor, query })),
  })

const changeTree = (topics: Topics): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/trees/{tree}',
    name: 'changeTopicTree',
    auth: 'required',
    scope: 'settings',
    tag,
    summary: "Changes a tree's name, its language, or where its pages are; with If-Match only if it is as it was seen",
    params: treeParams,
    body: treeChangeSchema,
    fields: ['if-match'],
    answers: { 200: treeSchema },
    handle: async ({ params, body, actor, headers }) => {
      const [rev = null] = revisionsIn(headers.ifMatch) ?? []
      const { _id, rev: now } = await topics.trees.change(actor, params.tree, { ...body, rev })
      return { ...(await answer(topics, params.tree, actor)), headers: { 'palaver-event': `${_id}.${now}` } }
    },
  })

async function answer(topics: Topics, key: string, actor: Actor): Promise<Answer> {
  return tagged(await shown(topics, await treeSeen(topics, key, { actor, query: {} })), actor.org)
}

type TreeView = z.output<typeof treeSchema>

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown. */
function tagged(tree: TreeView, org: string): Answer {
  const body = Buffer.from(JSON.stringify(tree))
  return { body, etag: `r${tree.rev}.${tagOf(body)}`, org }
}

/** How much is under way would tell of topics that somebody may not see. */
async function shown(topics: Topics, { tree, snapshot, sight }: View): Promise<TreeView> {
  const { _id, key, name, locale, pages, rev } = tree
  const [pending, catchingUp] = sight.isWhole
    ? await Promise.all([topics.operator.progress(tree), topics.catchingUp(_id)])
    : [null, null]
  const { version } = snapshot
  return { key, name, locale, pages, version, topics: sight.topics, pending, catchingUp, rev }
}
