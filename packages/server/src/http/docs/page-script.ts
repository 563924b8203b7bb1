/** The part of the script of `/docs` that makes the page. Everything from the document goes in as text, never as HTML. */
export const PAGE_SCRIPT = String.raw`
let spec
const $ = (id) => document.getElementById(id)

const make = (name, attributes, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== '' && value !== null) element.setAttribute(key, value)
  element.append(...children)
  return element
}

const wordsOf = ({ schema, required }) => {
  const known = resolved(schema)
  const bounds = known.minimum !== undefined && known.maximum < 1e9 ? ' ' + known.minimum + ' to ' + known.maximum : ''
  return (known.enum ? '' : typeOf(schema) + bounds) + (required ? ' (required)' : '')
}

const inputFor = (operation, parameter) => {
  const { name, in: place, required, schema } = parameter
  const shared = { id: operation + '.' + name, 'data-in': place, 'data-name': name, ...(required && { required: 'required' }) }
  const options = resolved(schema).enum
  if (!options) return make('input', { ...shared, autocomplete: 'off', spellcheck: 'false' })
  const empty = required ? [] : [make('option', { value: '' })]
  return make('select', shared, ...empty, ...options.map((one) => make('option', {}, String(one))))
}

const fieldFor = (operation, parameter) => make('div', {},
  make('label', { for: operation + '.' + parameter.name }, parameter.name + ' ', make('small', {}, parameter.in + ' ' + wordsOf(parameter))),
  inputFor(operation, parameter),
  ...(parameter.description ? [make('p', { class: 'quiet' }, parameter.description)] : []),
)

const bodyFor = (operation, { requestBody }) => {
  if (!requestBody) return []
  const { schema } = requestBody.content['application/json']
  const text = make('textarea', { id: operation + '.body', spellcheck: 'false' })
  text.value = JSON.stringify(exampleOf(schema), null, 2)
  return [
    make('h3', {}, make('label', { for: operation + '.body' }, 'Body ', make('small', {}, 'application/json'))), text,
    make('details', {}, make('summary', {}, 'What it may hold'), make('pre', {}, typeOf(schema))),
  ]
}

const answersFor = ({ responses }) => make('dl', {}, ...Object.entries(responses).flatMap(([status, answer]) => {
  const { description, content } = answer.$ref ? spec.components.responses[answer.$ref.split('/').pop()] : answer
  const [[type, { schema }] = ['', {}]] = Object.entries(content || {})
  const shown = schema && schema.type !== 'string'
    ? [make('details', {}, make('summary', {}, type), make('pre', {}, typeOf(schema)))] : type === '' ? [] : [' (' + type + ')']
  return [make('dt', { class: 'mono' }, status === 'default' ? 'else' : status), make('dd', {}, description, ...shown)]
}))

const needsToken = ({ security }) => security.length === 0 ? 'No token is looked at.'
  : security.some((one) => Object.keys(one).length === 0) ? 'A token is optional.' : 'A token is needed.'

const insideOf = (path, method, operation) => {
  const { operationId: id, parameters } = operation
  const output = make('div', { 'aria-live': 'polite' })
  const curl = make('pre', { hidden: 'hidden' })
  const form = make('form', {},
    make('p', { class: 'quiet' }, needsToken(operation)),
    ...(parameters.length === 0 ? [] : [make('h3', {}, 'Parameters'), make('div', { class: 'fields' }, ...parameters.map((one) => fieldFor(id, one)))]),
    ...bodyFor(id, operation),
    make('div', { class: 'actions' }, make('button', {}, 'Send'), make('a', { href: '#' + id }, 'Link to this')),
    curl, output,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const request = requestOf({ method: method.toUpperCase(), path, form, token: $('token').value.trim() })
    curl.hidden = false
    curl.textContent = curlOf(request)
    void send(request, output)
  })
  return make('div', { class: 'inside' }, form, make('h3', {}, 'Answers'), answersFor(operation))
}

const cardFor = ({ path, method, operation }) => {
  const card = make('details', { class: 'operation', id: operation.operationId },
    make('summary', {},
      make('span', { class: 'method mono ' + method }, method.toUpperCase()), make('span', { class: 'path mono' }, path),
      make('span', { class: 'quiet' }, operation.summary)),
  )
  card.addEventListener('toggle', () => {
    if (card.open && card.childElementCount === 1) card.append(insideOf(path, method, operation))
  })
  card.dataset.text = [method, path, operation.summary, operation.operationId].join(' ').toLowerCase()
  return card
}

const openLinked = () => {
  const card = document.getElementById(location.hash.slice(1))
  if (!card || !card.matches('.operation')) return
  card.open = true
  card.scrollIntoView()
}

const filter = () => {
  const words = $('filter').value.toLowerCase().split(/\s+/)
  for (const card of document.querySelectorAll('.operation')) card.hidden = !words.every((word) => card.dataset.text.includes(word))
  for (const group of document.querySelectorAll('section')) group.hidden = !group.querySelector('.operation:not([hidden])')
}

const show = () => {
  $('version').textContent = spec.info.version
  const all = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
  for (const { name } of spec.tags) {
    const some = all.filter(({ operation }) => operation.tags[0] === name)
    $('operations').append(make('section', {}, make('h2', {}, name), ...some.map(cardFor)))
    $('contents').append(make('h2', {}, name), make('ul', {}, ...some.map(({ operation }) =>
      make('li', {}, make('a', { href: '#' + operation.operationId }, operation.operationId)))))
  }
  $('filter').addEventListener('input', filter)
  addEventListener('hashchange', openLinked)
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, textarea, select')) return
    event.preventDefault()
    $('filter').focus()
  })
  openLinked()
}

fetch('/openapi.json').then((answer) => answer.json()).then((found) => { spec = found; show() }, (error) => {
  $('operations').append(make('p', { class: 'bad' }, 'The description of the API cannot be read: ' + error.message))
})
`
