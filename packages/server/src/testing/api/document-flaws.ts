import { type Document, isObject, type Operation, operationsOf, pointedAt } from './document.ts'
import { flawsOf } from './json-schema.ts'

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']

/** What keeps a document from being a well-formed description in OpenAPI 3.1. */
export function flawsOfDocument(document: Document): string[] {
  const operations = operationsOf(document)
  return [
    ...(/^3\.1\.\d+$/.test(document.openapi) ? [] : [`the version is ${document.openapi}`]),
    ...(document.info.title !== '' && document.info.version !== '' ? [] : ['it has no title or version']),
    ...lostReferences(document),
    ...repeated(operations.map(({ operationId }) => operationId)).map((id) => `${id} is there twice`),
    ...repeated(Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))).map(
      (path) => `${path} is there under two names`,
    ),
    ...operations.flatMap((operation) =>
      flawsOfOperation(document, operation).map((flaw) => `${operation.operationId}: ${flaw}`),
    ),
  ]
}

const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)

function lostReferences(document: Document): string[] {
  const references = Array.from(JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g), ([, pointer = '']) => pointer)
  return references.filter((pointer) => pointedAt(document, pointer) === undefined).map((one) => `${one} leads nowhere`)
}

function flawsOfOperation(document: Document, operation: Operation): string[] {
  const { method, path, operationId, summary, tags, security, parameters, responses } = operation
  const isSo: Record<string, boolean> = {
    // What ads tell has addresses that are as short as can be.
    'the path does not begin with /v1/': /^\/(?:v1|t)\//.test(path),
    [`the method ${method} is not one`]: METHODS.includes(method),
    'the operationId is no name for a program': /^[a-z][A-Za-z0-9]+$/.test(operationId),
    'there is no summary': summary.length > 5,
    'a tag is not in the list of tags': tags.every((tag) => document.tags.some(({ name }) => name === tag)),
    'security names no scheme':
      Array.isArray(security) &&
      security.flatMap(Object.keys).every((name) => name in document.components.securitySchemes),
    'there is no good answer': Object.keys(responses).some((status) => /^(?:2\d\d|302)$/.test(status)),
    'the default answer is no Problem': responses['default']?.$ref === '#/components/responses/Problem',
    'a parameter is there twice': repeated(parameters.map((one) => `${one.in} ${one.name}`)).length === 0,
    'the parameters of the path are not those that are described': isDescribed(operation),
  }
  return [
    ...Object.entries(isSo).flatMap(([flaw, isRight]) => (isRight ? [] : [flaw])),
    ...schemasOf(operation).flatMap((schema) => (isObject(schema) ? unknownKeywords(document, schema) : ['no schema'])),
  ]
}

function isDescribed({ path, parameters }: Operation): boolean {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  const described = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
  return inPath.length === described.length && described.every((name) => inPath.includes(name))
}

const schemasOf = ({ parameters, requestBody }: Operation): unknown[] => [
  ...parameters.map(({ schema }) => schema),
  ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
]

/** The validator throws at what it does not know. */
function unknownKeywords(document: Document, schema: Record<string, unknown>): string[] {
  try {
    flawsOf(schema, {}, { document, at: 'schema' })
    return []
  } catch (error) {
    return [String(error)]
  }
}
