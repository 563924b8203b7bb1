export type Schema = { readonly [keyword: string]: unknown }

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
export type Content = Readonly<Record<string, { schema?: Schema }>>
type Written = {
  operationId: string
  summary: string
  tags: string[]
  security: readonly Record<string, readonly string[]>[]
  parameters: Parameter[]
  /** What stands behind `?` is passed over. */
  'x-ignores-query'?: true
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}

export type Document = {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Written>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { description: string; content: Content }>
    securitySchemes: Record<string, { type: string }>
  }
}

export type Operation = Written & { method: string; path: string }

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => ({ ...written, method: method.toUpperCase(), path })),
  )

export const bodySchema = ({ requestBody }: Operation): Schema | undefined =>
  requestBody?.content['application/json']?.schema

/** What a pointer such as `#/components/schemas/Comment` leads to; undefined where it leads nowhere. */
export function pointedAt(document: object, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  const names = pointer
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    document,
  )
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
