/** The part of the script of `/docs` that sends what was filled in, and shows what came back. */
export const SEND_SCRIPT = String.raw`
const requestOf = ({ method, path, form, token }) => {
  const query = new URLSearchParams()
  const headers = {}
  let filled = path
  for (const field of form.querySelectorAll('[data-in]')) {
    const { in: place, name } = field.dataset
    const value = field.value
    if (place === 'path') filled = filled.replace('{' + name + '}', encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.append(name, value)
    else if (value !== '' && place === 'header') headers[name] = value
  }
  const text = form.querySelector('textarea')
  const body = text && text.value.trim() !== '' ? text.value : undefined
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== '') headers.authorization = 'Bearer ' + token
  const search = query.toString()
  return { url: filled + (search === '' ? '' : '?' + search), method, headers, body }
}

const quoted = (text) => "'" + text.replaceAll("'", "'\\''") + "'"

/* The token is not written out: what is copied from a page ends up in chats. */
const curlOf = ({ url, method, headers, body }) => [
  'curl' + (method === 'GET' ? '' : ' -X ' + method) + ' ' + quoted(location.origin + url),
  ...Object.entries(headers).map(([name, value]) =>
    '-H ' + (name === 'authorization' ? '"authorization: Bearer $TOKEN"' : quoted(name + ': ' + value))),
  ...(body === undefined ? [] : ['-d ' + quoted(body)]),
].join(' \\\n  ')

const pretty = (text, type) => {
  if (!type.includes('json')) return text
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}

const send = async (request, output) => {
  const began = performance.now()
  output.replaceChildren(make('p', { class: 'quiet' }, 'Waiting…'))
  try {
    const { url, ...options } = request
    const answer = await fetch(url, options)
    const text = await answer.text()
    const ms = Math.round(performance.now() - began)
    const fields = [...answer.headers].map(([name, value]) => name + ': ' + value).join('\n')
    output.replaceChildren(
      make('p', { class: answer.ok ? '' : 'bad' }, make('strong', {}, answer.status + ' ' + answer.statusText), ' in ' + ms + ' ms'),
      ...(text === '' ? [] : [make('pre', { tabindex: '0' }, pretty(text, answer.headers.get('content-type') || ''))]),
      make('details', {}, make('summary', {}, 'Header fields'), make('pre', {}, fields)),
    )
  } catch (error) {
    output.replaceChildren(make('p', { class: 'bad' }, 'The request could not be sent: ' + error.message))
  }
}
`
