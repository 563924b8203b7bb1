import type * as z from 'zod'
import type { Actor, Scope } from './actor.ts'
import type { Line } from './line.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `optional`: a token is looked at where there is one. `none`: it is not, so the answer is the same for everybody. */
type Auth = 'none' | 'optional' | 'required'

/** What a request is counted as where requests are limited; `costly` is what takes more than its kind. */
export type Cost = 'read' | 'write' | 'costly'

/** Header fields that a route acts on; those it does not name are for nothing. */
type Field = 'if-match' | 'if-none-match' | 'idempotency-key' | 'last-event-id'

export type Headers = {
  /** Tags without their quotes; `*` stands for any. */
  ifMatch: readonly string[] | null
  /** What the client has already. Only where the route names the field: elsewhere the body is compared. */
  ifNoneMatch?: readonly string[]
  idempotencyKey: string | null
  /** Of the last frame that the client has; null for none. Only where the route names the field. */
  lastEventId?: string | null
}

type Parameters = Readonly<Record<string, string>>

export type Answer = {
  /** 200 where nothing is said, or 204 without a body. */
  status?: number
  /** A JSON value, or a buffer that holds JSON already, … */
  body?: unknown
  /** … or bytes of this media type, … */
  type?: string
  /** … which may come in pieces. */
  stream?: AsyncIterable<Uint8Array>
  /** Or frames, sent for as long as the client listens: called once the header is sent. */
  live?: (line: Line) => void
  headers?: Readonly<Record<string, string>>
  /** The pages around this one: the query parameters in which their addresses differ. */
  links?: Readonly<{ next?: Parameters | null; previous?: Parameters | null }>
  /** Without quotes; a hash of the body where a GET says nothing of it. Null: no two answers are the same bytes. */
  etag?: string | null
  /** Whose it is, where neither the token nor the query says so: its allowed origins decide which pages may read it. */
  org?: string
  /**
   * The discussion, or the tree of topics, of which this is a public view: its bytes may be kept until that changes,
   * where all may see it. `topic`: the one that a discussion is in. `isForSome`: who asks decides what it is, so
   * nothing of it is kept.
   */
  keepFor?: Readonly<{ discussion: string; org: string; topic?: string | null; isForSome?: boolean }>
}

type Schema = z.ZodType
type Output<S> = S extends Schema ? z.output<S> : undefined

export type Asked<P, Q, B, A> = {
  params: P
  query: Q
  body: B
  actor: A
  headers: Headers
  /** Where the request came from. */
  address: string
  /** Fires when the client has gone away: then nobody needs the answer. Made for those who ask for it. */
  signal: () => AbortSignal
  /** What the actor came with, for who has to look later whether it still holds. */
  token: () => string | null
  /** What the client's program says of itself in a header field, by its name in lower case; for what no schema reads. */
  said: (field: string) => string | null
  /** Only the header of the answer is wanted: nothing may follow from it. */
  isHead: boolean
}
type ActorOf<A extends Auth> = A extends 'required' ? Actor : A extends 'optional' ? Actor | null : null

type Description = {
  method: Method
  /** With parameters as OpenAPI writes them: `/v1/things/{thing}`. */
  path: string
  /** What programs call it; unique. */
  name: string
  summary: string
  tag: string
  /** The scope that an API key must have for it; without one it is for people, not for servers. */
  scope?: Scope
  fields?: readonly Field[]
  /** Where its method does not say it: `read` for GET, `write` for all others. */
  cost?: Cost
  /** In bytes, where it takes a larger body than others. */
  largestBody?: number
  /** It takes its body as a form, too. */
  isForm?: true
  /** Its body is the bytes of a file of one of these media types. */
  bytes?: readonly string[]
  /** What it answers instead of JSON. */
  mediaType?: string
  /** Others add to such addresses what they want, so nothing that stands behind `?` is a reason to refuse one. */
  ignoresQuery?: true
  /** What each status means: a schema of its body, or a sentence where there is none. */
  answers: Readonly<Record<number, Schema | string>>
}

type Definition<A extends Auth, P, Q, B> = Description & {
  auth: A
  params?: P
  query?: Q
  body?: B
  handle: (asked: Asked<Output<P>, Output<Q>, Output<B>, ActorOf<A>>) => Promise<Answer>
}

/** A route as data: what it takes, who may ask, what it answers. `http` mounts it; no module knows the framework. */
export type Route = Description & {
  auth: Auth
  params?: z.ZodObject
  query?: z.ZodObject
  body?: Schema
  handle: (asked: Asked<unknown, unknown, unknown, Actor | null>) => Promise<Answer>
}

/** Types what `handle` is given by the schemas beside it. */
export function defineRoute<
  const A extends Auth,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: Definition<A, P, Q, B>): Route {
  return definition as unknown as Route
}
