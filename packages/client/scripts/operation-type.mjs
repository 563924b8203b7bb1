import { comment, memberOf, typeOf, union } from './schema-type.mjs'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const KEY = 'idempotency-key'
/** These the client sends by itself. */
const OWN_FIELDS = [KEY, 'palaver-seen', 'authorization']
const HANDED_OVER = 'readonly '

/** What a call cannot wait for, because it never ends, and what is for the eyes of somebody with a browser. */
const NOT_FOR_CALLS = ['text/event-stream', 'text/html']

/** One entry for each operation, under its method and path: what it takes and what it answers. */
export function operationsOf(document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item && isForCalls(document, item[method])).map((method) => {
      const operation = item[method]
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => at(document, one))
      const input = inputOf({ ...operation, parameters, requestBody: at(document, operation.requestBody) })
      const answer = answerOf(document, operation.responses ?? {})
      const name = JSON.stringify(`${method.toUpperCase()} ${path}`)
      return `${comment(operation.summary)}${name}: {\ninput: ${input}\nanswer: ${answer}\n}`
    }),
  )
}

function isForCalls(document, { responses = {} }) {
  const types = Object.values(responses).flatMap((response) => Object.keys(at(document, response).content ?? {}))
  return !types.some((type) => NOT_FOR_CALLS.includes(type))
}

/** The names of those operations whose repeats the service can tell from new ones. */
export function keyedPosts(document) {
  return Object.entries(document.paths ?? {})
    .filter(([, { post }]) => post?.parameters?.some((one) => at(document, one).name.toLowerCase() === KEY) ?? false)
    .map(([path]) => `POST ${path}`)
}

/** What a reference to another part of the document stands for. */
function at(document, value) {
  if (value?.$ref === undefined) return value
  const names = value.$ref.split('/').slice(1)
  return names.reduce((inner, name) => inner[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

function inputOf({ parameters, requestBody }) {
  const places = [
    placeOf('path', parametersIn('path', parameters)),
    placeOf('query', parametersIn('query', parameters)),
    placeOf(
      'headers',
      parametersIn('header', parameters).filter(({ name }) => !OWN_FIELDS.includes(name.toLowerCase())),
    ),
    bodyOf(requestBody),
  ].filter((place) => place !== null)
  return places.length === 0 ? '{}' : `{\n${places.join('\n')}\n}`
}

const parametersIn = (place, parameters) => parameters.filter((one) => one.in === place)

function placeOf(place, parameters) {
  if (parameters.length === 0) return null
  const members = parameters.map(({ name, schema, description, required = false }) =>
    memberOf(name, { schema: { description }, type: typeOf(schema, HANDED_OVER), isRequired: required }),
  )
  const isRequired = parameters.some(({ required }) => required === true)
  return `${place}${isRequired ? '' : '?'}: {\n${members.join('\n')}\n}`
}

function bodyOf(requestBody) {
  if (requestBody === undefined) return null
  const json = jsonIn(requestBody.content)
  // What is not JSON is a file, which says itself of which type it is.
  const type = json === undefined ? 'Blob' : typeOf(json.schema, HANDED_OVER)
  return memberOf('body', { type, isRequired: requestBody.required === true || json === undefined })
}

/** Whatever a good answer has: a value, a file where it is not JSON, nothing where it has no body. */
function answerOf(document, responses) {
  const good = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => at(document, response).content ?? {})
  const schemas = good.map(jsonIn).filter((json) => json !== undefined)
  const isFile = good.some((content) => Object.keys(content).some((type) => !isJson(type)))
  const isEmpty = good.some((content) => Object.keys(content).length === 0)
  const types = [
    ...(schemas.length > 0 ? [union(schemas.map(({ schema }) => schema))] : []),
    ...(isFile ? ['Blob'] : []),
    ...(isEmpty ? ['undefined'] : []),
  ]
  return types.join(' | ') || 'unknown'
}

const isJson = (type) => /[/+]json\b/.test(type)
const jsonIn = (content = {}) => Object.entries(content).find(([type]) => isJson(type))?.[1]
