import * as z from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

const COMPONENTS = '#/components/schemas/'

/** Turns schemas into what OpenAPI 3.1 takes; those that have an id are gathered and only referred to. */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly #read = new Map<string, string>()

  /** `input`: as a client writes it; `output`: as it reads it. */
  use(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io, override: asWritten })
    // The document as a whole says which dialect it is in.
    delete rest.$schema
    for (const [id, definition] of Object.entries($defs)) this.#gather(id, pointed(definition), io)
    return pointed(rest) as JsonSchema
  }

  /** Of what is read and written the reading counts; two things under one name are a mistake. */
  #gather(id: string, definition: unknown, io: 'input' | 'output'): void {
    const known = this.#read.get(id)
    const written = JSON.stringify(definition)
    if (io === 'output' && known !== undefined && known !== written)
      throw new Error(`Two schemas of the API are called "${id}".`)
    if (io === 'output') this.#read.set(id, written)
    if (io === 'output' || known === undefined) this.schemas[id] = definition
  }
}

/** A number in a query is written as text; its pattern would be for that text. */
function asWritten({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.type === 'integer') delete jsonSchema['pattern']
}

function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? member.replace('#/$defs/', COMPONENTS) : pointed(member),
    ]),
  )
}
