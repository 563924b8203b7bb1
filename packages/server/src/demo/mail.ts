/** A mail as it was written to the outbox. */
export type ReadMail = { subject: string; to: string; date: string; html: string; text: string }

type Part = { fields: ReadonlyMap<string, string>; body: string }

/** Reads what our own composer wrote: one level of alternatives, in quoted-printable or base64. */
export function readMail(raw: string): ReadMail {
  const whole = partIn(raw)
  const field = (name: string): string => decodedWords(whole.fields.get(name) ?? '')
  const parts = alternativesIn(whole)
  const bodyOf = (type: string): string => {
    const found = parts.find(({ fields }) => fields.get('content-type')?.startsWith(type))
    return found === undefined ? '' : decodedBody(found)
  }
  return {
    subject: field('subject'),
    to: field('to'),
    date: field('date'),
    html: bodyOf('text/html'),
    text: bodyOf('text/plain'),
  }
}

function partIn(raw: string): Part {
  const text = raw.replaceAll('\r\n', '\n')
  const end = text.indexOf('\n\n')
  const head = (end === -1 ? text : text.slice(0, end)).replaceAll(/\n[ \t]+/g, ' ')
  const fields = head.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { fields: new Map(fields), body: end === -1 ? '' : text.slice(end + 2) }
}

function alternativesIn(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.fields.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => partIn(piece.replace(/^\n/, '').replace(/\n$/, '')))
}

function decodedBody({ fields, body }: Part): string {
  const encoding = fields.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? fromQuoted(body.replaceAll('=\n', '')) : body
}

/** Subjects and names beyond ASCII (RFC 2047); between two such words blanks do not count. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : fromQuoted(word.replaceAll('_', ' ')),
    )
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
