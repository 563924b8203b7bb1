import * as z from 'zod'
import type { Actor } from '../../api/actor.ts'
import { numberInQuery } from '../../api/fields.ts'
import { revisionsIn } from '../../api/revisions-in.ts'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import type { Creating } from '../inventory/needs.ts'
import type { Asked, Made, Revs } from '../inventory/shelf.ts'
import { tagged } from './views.ts'

export const PROMO = { auth: 'required', scope: 'settings', tag: 'Ads' } as const

/** JSON writes some characters of HTML with six letters each. */
const LARGEST_BODY = 700_000

const paging = z.object({ limit: numberInQuery(1, 100).optional(), cursor: z.string().max(1000).optional() })
const nextField = z.string().nullable().meta({ description: 'For the parameter `cursor`; null at the end.' })

type Kept = { rev: number; created: string }

/** What there is to be done with things of one kind, whatever kind that is. */
type Verbs<T, N, C, W> = {
  create: (creating: Creating, said: N) => Promise<Made<T>>
  change: (actor: Actor, name: string, said: C & Revs) => Promise<T>
  get: (actor: Actor, name: string) => Promise<T>
  list: (actor: Actor, asked: Asked & W) => Promise<{ docs: T[]; next: string | null }>
  archive: (actor: Actor, name: string) => Promise<void>
}

/** How one kind is called, and what of it is taken and shown. */
type Described<T extends Kept, N extends z.ZodType, C extends z.ZodType, W extends z.ZodObject> = {
  /** As in `/v1/promo/<plural>/{<one>}`. */
  one: string
  plural: string
  /** What operations are called after: `listCampaigns`, `getCampaign`. */
  name: { one: string; many: string }
  param: z.ZodType<string>
  /** What tells it from others: its id or its key. */
  nameOf: (doc: T) => string
  newSchema: N
  changeSchema: C
  filters: W
  answer: z.ZodType
  view: (docs: readonly T[], actor: Actor) => Promise<object[]>
  /** What becomes of one that is deleted. */
  ending: { verb: string; summary: string; done: string }
  book: Verbs<T, z.output<N>, z.output<C>, z.output<W>>
}

/** The five routes that things of every kind have. */
export function kindRoutes<T extends Kept, N extends z.ZodType, C extends z.ZodType, W extends z.ZodObject>(
  kind: Described<T, N, C, W>,
): Route[] {
  return [listRoute(kind), createRoute(kind), getRoute(kind), changeRoute(kind), endRoute(kind)]
}

type Any = Described<Kept, z.ZodType, z.ZodType, z.ZodObject>
/** A kind is put together where its types are known; from here on they do not matter. */
const untyped = (kind: unknown): Any => kind as Any

const pathOf = ({ plural }: Any): string => `/v1/promo/${plural}`
const onePath = (kind: Any): string => `${pathOf(kind)}/{${kind.one}}`
const paramsOf = ({ one, param }: Any) => z.object({ [one]: param })
const named = ({ one }: Any, params: Record<string, unknown>): string => String(params[one])

/** With the tag by which a change can demand that it is still this. */
export async function shown<T extends Kept>(
  { view }: { view: (docs: readonly T[], actor: Actor) => Promise<object[]> },
  doc: T,
  actor: Actor,
): Promise<Answer> {
  const [body = {}] = await view([doc], actor)
  return tagged(doc, body)
}

function listRoute(described: unknown): Route {
  const kind = untyped(described)
  const { plural, name, filters, answer, view, book } = kind
  return defineRoute({
    ...PROMO,
    method: 'GET',
    path: pathOf(kind),
    name: `list${name.many}`,
    summary: `The ${plural} of the caller's org, the newest first; for admins`,
    query: paging.extend(filters.shape) as unknown as typeof paging,
    answers: {
      200: z.object({ [plural]: z.array(answer), next: nextField }).meta({ id: name.many }),
    },
    handle: async ({ query: { limit = 50, cursor = null, ...wanted }, actor }) => {
      const { docs, next } = await book.list(actor, { ...wanted, limit, cursor })
      const links = { next: next === null ? null : { cursor: next } }
      return { body: { [plural]: await view(docs, actor), next }, links }
    },
  })
}

function createRoute(described: unknown): Route {
  const kind = untyped(described)
  const { one, name, newSchema, answer, nameOf, book } = kind
  return defineRoute({
    ...PROMO,
    method: 'POST',
    path: pathOf(kind),
    name: `create${name.one}`,
    summary: `Makes a ${one}; a repeat of the same answers what was made before; for admins`,
    largestBody: LARGEST_BODY,
    body: newSchema,
    fields: ['idempotency-key'],
    answers: { 200: answer, 201: answer },
    handle: async ({ body, actor, headers: { idempotencyKey } }) => {
      const { doc, isNew } = await book.create({ actor, key: idempotencyKey }, body)
      const location = `${pathOf(kind)}/${nameOf(doc)}`
      return { ...(await shown(kind, doc, actor)), status: isNew ? 201 : 200, headers: { location } }
    },
  })
}

function getRoute(described: unknown): Route {
  const kind = untyped(described)
  const { one, name, answer, book } = kind
  return defineRoute({
    ...PROMO,
    method: 'GET',
    path: onePath(kind),
    name: `get${name.one}`,
    summary: `A ${one}; for admins`,
    params: paramsOf(kind),
    answers: { 200: answer },
    handle: async ({ params, actor }) => shown(kind, await book.get(actor, named(kind, params)), actor),
  })
}

function changeRoute(described: unknown): Route {
  const kind = untyped(described)
  const { one, name, changeSchema, answer, book } = kind
  return defineRoute({
    ...PROMO,
    method: 'PATCH',
    path: onePath(kind),
    name: `change${name.one}`,
    summary: `Changes what is said of a ${one}; with If-Match only if it is as it was seen; for admins`,
    largestBody: LARGEST_BODY,
    params: paramsOf(kind),
    body: changeSchema,
    fields: ['if-match'],
    answers: { 200: answer },
    handle: async ({ params, body, actor, headers }) => {
      const said = { ...(body as object), revs: revisionsIn(headers.ifMatch) }
      return shown(kind, await book.change(actor, named(kind, params), said), actor)
    },
  })
}

function endRoute(described: unknown): Route {
  const kind = untyped(described)
  const { name, ending, book } = kind
  return defineRoute({
    ...PROMO,
    method: 'DELETE',
    path: onePath(kind),
    name: `${ending.verb}${name.one}`,
    summary: ending.summary,
    params: paramsOf(kind),
    answers: { 204: ending.done },
    handle: async ({ params, actor }) => {
      await book.archive(actor, named(kind, params))
      return {}
    },
  })
}
