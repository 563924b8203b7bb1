import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { unpacked } from './decoding.ts'
import type { Needs } from './needs.ts'
import { fetchPage } from './page.ts'
import { fetchPicture } from './picture.ts'
import { HTML_BYTES, PICTURE_BYTES } from './limits.ts'
import { html, internet, page, PNG, site } from './previews.fixtures.ts'

type More = Partial<Pick<Needs, 'allowPrivate' | 'resolve' | 'ask' | 'timeMs' | 'about' | 'languages'>>

const asking = (more: More = {}) => ({ allowPrivate: true, now: () => 0, ...more })
const signalOf = ({ timeMs = 20_000 }: More): AbortSignal => AbortSignal.timeout(timeMs)
const fetched = (url: string, more: More = {}) => fetchPage(asking(more), url, signalOf(more))
const titleAt = async (url: string, more: More = {}): Promise<string | null> => {
  const answer = await fetched(url, more)
  return answer.kind === 'found' ? answer.value.title : answer.kind
}

const NEVER_ASKED = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'http://a.localhost./',
  'http://user:secret@open.example/',
  'http://open.example:22/',
  'https://open.example:8443/',
  'file:///etc/passwd',
  'gopher://open.example/',
  'ftp://open.example/',
  'javascript:alert(1)',
  'data:text/html,<title>x</title>',
  `http://open.example/${'x'.repeat(2000)}`,
]

/** A public site, and an inside that counts who comes. */
async function outside(answer: RequestListener) {
  const open = await site(answer)
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: host.endsWith('.inside.example') ? '10.0.0.1' : '127.0.0.1', family: 4 }]
  }
  return { open, asked, more: { allowPrivate: false, resolve, ask: internet({ 'open.example': open }) } }
}

describe('an address that is not for us', () => {
  test.each(NEVER_ASKED)('%s is not asked', async (url) => {
    const { open, asked, more } = await outside(html('<title>x</title>'))
    expect(await fetched(url, more)).toEqual({ kind: 'nothing' })
    expect([...open.asked, ...asked]).toEqual([])
  })

  test.each(NEVER_ASKED)('%s is not asked where a page redirects to it', async (url) => {
    const { open, asked, more } = await outside((_request, response) =>
      response.writeHead(302, { location: url }).end(),
    )
    expect(await fetched('http://open.example/', more)).toEqual({ kind: 'nothing' })
    expect(open.asked).toEqual(['/'])
    expect(asked).toEqual([])
  })

  test.each(NEVER_ASKED)('%s is not asked for a picture', async (image) => {
    const { open, asked, more } = await outside(html('<title>x</title>'))
    const of = { image, base: 'http://open.example/', signal: signalOf({}) }
    expect(await fetchPicture(asking(more), of)).toBeNull()
    expect([...open.asked, ...asked]).toEqual([])
  })

  test('ports are free where private addresses are allowed', async () => {
    const { origin } = await site(html('<title>Inside</title>'))
    expect(await titleAt(origin)).toBe('Inside')
  })
})

describe('a name', () => {
  const leading = async (...addresses: string[]) => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    // Only against a machine that has a way to what nobody has.
    const answer = await fetched('http://name.example/', { allowPrivate: false, resolve, timeMs: 500 })
    return { answer, asked }
  }
  const LATER = { answer: { kind: 'later', pauseMs: 0 }, asked: 1 }

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::a00:1', 'fd00::1'])(
    'that leads to %s is asked for once, and looks like one that leads nowhere',
    async (address) => {
      expect(await leading(address)).toEqual(LATER)
      expect(await leading()).toEqual(LATER)
    },
  )

  test('that leads inside and outside is not followed inside', async () => {
    const inside = await site(html('<title>Inside</title>'))
    const resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      // Given back long ago: it leads nowhere.
      { address: '3ffe::1', family: 6 },
    ]
    const tried: string[] = []
    const ask: NonNullable<Needs['ask']> = (url, request, read) => {
      tried.push(url)
      const to = new URL(url)
      to.port = String(inside.port)
      return internet({})(to.href, request, read)
    }
    const answer = await fetched('http://name.example/', { allowPrivate: false, resolve, ask, timeMs: 500 })
    expect(answer).toEqual({ kind: 'later', pauseMs: 0 })
    expect(tried).toEqual(['http://name.example/'])
    expect(inside.asked).toEqual([])
  })

  test('that changes to an inside one after a redirect is not followed', async () => {
    const { open, asked, more } = await outside((_request, response) =>
      response.writeHead(301, { location: 'http://db.inside.example/' }).end(),
    )
    expect(await fetched('https://open.example/', more)).toEqual({ kind: 'later', pauseMs: 0 })
    expect(open.asked).toEqual(['/'])
    expect(asked).toEqual(['db.inside.example'])
  })
})

describe('redirects', () => {
  const chain = (length: number): RequestListener => {
    return ({ url = '' }, response) => {
      const at = Number(url.slice(1))
      if (at === length) return html('<title>There</title>')({} as never, response)
      return void response.writeHead([301, 302, 303, 307, 308][at % 5] ?? 302, { location: `/${at + 1}#part` }).end()
    }
  }

  test('are followed four times, and not five', async () => {
    const { origin, asked } = await site(chain(4))
    expect(await fetched(`${origin}/0`)).toMatchObject({ kind: 'found', url: `${origin}/4`, value: { title: 'There' } })
    expect(asked).toEqual(['/0', '/1', '/2', '/3', '/4'])
    const far = await site(chain(5))
    expect(await titleAt(`${far.origin}/0`)).toBe('nothing')
    expect(far.asked).toHaveLength(5)
  })

  test('in a circle end', async () => {
    const { origin, asked } = await site(({ url }, response) =>
      response.writeHead(302, { location: url === '/a' ? '/b' : '/a#again' }).end(),
    )
    expect(await titleAt(`${origin}/a`)).toBe('nothing')
    expect(asked).toEqual(['/a', '/b'])
  })

  test('to what is no address, or to none, end', async () => {
    const { origin } = await site(({ url }, response) =>
      response.writeHead(302, url === '/a' ? { location: 'http://[' } : {}).end(),
    )
    expect(await titleAt(`${origin}/a`)).toBe('nothing')
    expect(await titleAt(`${origin}/b`)).toBe('nothing')
  })
})

const typed =
  (type: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(page('<title>x</title>'))

describe('what is asked and answered', () => {
  test('we say who we are and what we want, and nothing else', async () => {
    const { origin } = await site((request, response) => {
      const headers = { ...request.headers, host: 'h', connection: 'c' }
      html(`<title>${JSON.stringify([request.method, headers]).replaceAll('"', '&quot;')}</title>`)(request, response)
    })
    const said = await titleAt(origin, { about: 'https://palaver.example/', languages: 'de' })
    expect(JSON.parse(said ?? '')).toEqual([
      'GET',
      {
        host: 'h',
        connection: 'c',
        accept: 'text/html, application/xhtml+xml',
        'accept-encoding': 'identity',
        'accept-language': 'de',
        'user-agent': 'Palaver-Previews (+https://palaver.example/)',
      },
    ])
  })

  test.each(['text/html', 'TEXT/HTML ;charset=utf-8', 'application/xhtml+xml'])('%s is read', async (type) => {
    expect(await titleAt((await site(typed(type))).origin)).toBe('x')
  })

  test.each(['text/plain', 'text/htmlx', 'application/json', 'image/svg+xml', ''])('"%s" is not', async (type) => {
    expect(await titleAt((await site(typed(type))).origin)).toBe('nothing')
  })

  test.each([
    [404, 'nothing'],
    [410, 'nothing'],
    [204, 'nothing'],
    [403, 'nothing'],
    [500, 'later'],
    [503, 'later'],
    [429, 'later'],
  ])('status %i means %s', async (status, kind) => {
    const { origin } = await site((_request, response) => response.writeHead(status, { 'retry-after': '90' }).end())
    expect(await fetched(origin)).toEqual(kind === 'later' ? { kind, pauseMs: 90_000 } : { kind })
  })
})

const packed =
  (encoding: string, body: Buffer): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body)

const endless =
  (type: string): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(10_000)));
    }
    response.on('drain', write)
    response.write('<title>Endless</title>')
    write()
  }

describe('a body', () => {
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('packed by %s is unpacked, also where it is cut off', async (encoding, pack) => {
    const body = pack(Buffer.from(page('<title>Packed</title>') + 'x'.repeat(5000)))
    expect(await titleAt((await site(packed(encoding, body))).origin)).toBe('Packed')
    const cut = pack(Buffer.from(`<title>Cut</title>${Buffer.from(String(Math.PI)).toString('hex').repeat(9)}`))
    expect(await titleAt((await site(packed(encoding, cut.subarray(0, -9)))).origin)).toBe('Cut')
  })

  test('packed in another way, or not as it says, is not read', async () => {
    expect(await titleAt((await site(packed('zstd', PNG))).origin)).toBe('nothing')
    expect(await titleAt((await site(packed('gzip, br', PNG))).origin)).toBe('nothing')
    expect(await titleAt((await site(packed('gzip', PNG))).origin)).toBe('later')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that unpacks to gigabytes (%s) is read to the limit', async (encoding, pack) => {
    const { origin } = await site(packed(encoding, pack(Buffer.alloc(30_000_000, ' '))))
    expect(await titleAt(origin)).toBeNull()
    const taken: number[] = []
    const bomb = Readable.from([pack(Buffer.alloc(30_000_000, ' '))])
    await unpacked(bomb, { encoding, mostBytes: HTML_BYTES }, (piece) => taken.push(piece.length) < 0)
    expect(taken.reduce((sum, length) => sum + length)).toBe(HTML_BYTES)
  })

  test('that unpacks to nothing is read to the limit, too', async () => {
    const [empty, taken] = [gzipSync(''), { bytes: 0 }]
    const endlessly = (function* () {
      for (;;) yield Buffer.from(empty)
    })()
    const counted = Readable.from(endlessly).map((piece: Buffer) => {
      taken.bytes += piece.length
      return piece
    })
    await unpacked(counted, { encoding: 'gzip', mostBytes: 10_000 }, () => false)
    expect(taken.bytes).toBeLessThan(20_000)
  })

  test('without end is read to the limit, and what it said so far counts', async () => {
    expect(await titleAt((await site(endless('text/html'))).origin)).toBe('Endless')
  })

  test('is read no further than its head, which may come long before the rest', async () => {
    const { origin } = await site((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .write(`<head><title>Soon</title></head>${' '.repeat(2000)}`),
    )
    expect(await titleAt(origin)).toBe('Soon')
  })

  test('whose title comes too late has none', async () => {
    const { origin } = await site(html(`<style>${'x'.repeat(HTML_BYTES)}</style><title>Late</title>`))
    expect(await titleAt(origin)).toBeNull()
  })

  test('that comes in drops ends when the time is over', async () => {
    const { origin } = await site((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drop = setInterval(() => response.write('<'), 5)
      response.on('close', () => clearInterval(drop))
    })
    expect(await titleAt(origin, { timeMs: 100 })).toBe('later')
  })

  test('after redirects that take their time has what is left of it', async () => {
    const { origin } = await site(({ url }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 60)
    })
    expect(await titleAt(`${origin}/`, { timeMs: 100 })).toBe('later')
  })
})

/** Answers by these very bytes, and closes. */
async function raw(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(text))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('an answer that lies', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'

  test.each([
    ['says it is longer than it is', `${HEAD}content-length: 900\r\n\r\n<title>x</title>`, 'later'],
    [
      'says so after its head',
      `${HEAD}content-length: 9000\r\n\r\n<head><title>x</title></head>${' '.repeat(2000)}`,
      'x',
    ],
    ['has two lengths', `${HEAD}content-length: 5\r\ncontent-length: 16\r\n\r\n<title>x</title>`, 'later'],
    ['has a length and chunks', `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 'later'],
    ['has a length that is no number', `${HEAD}content-length: -5\r\n\r\n<title>x</title>`, 'later'],
    ['has headers without measure', `${HEAD}x: ${'y'.repeat(100_000)}\r\n\r\n<title>x</title>`, 'later'],
    ['has headers without number', `${HEAD}${'x: y\r\n'.repeat(20_000)}\r\n<title>x</title>`, 'later'],
    ['is none', 'hello', 'later'],
  ])('it %s', async (_how, text, came) => {
    expect(await titleAt(await raw(text))).toBe(came)
  })
})

test('what comes after the length that an answer says is not read', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 16\r\n\r\n'
  const long = '<title>x</title><meta property="og:title" content="y"></head>'
  // It may be too strange an answer to be one.
  expect(['x', 'later']).toContain(await titleAt(await raw(`${head}${long}`)))
})

describe('a picture', () => {
  const pictureOf = async (answer: RequestListener, image = 'a.png') => {
    const { origin, asked } = await site(answer)
    const base = `${origin}/folder/page`
    return { bytes: await fetchPicture(asking(), { image, base, signal: signalOf({}) }), asked }
  }
  const png =
    (type = 'image/png', more: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': type, ...more }).end(PNG)

  test('is found from where the page is, after redirects', async () => {
    const { bytes, asked } = await pictureOf((request, response) =>
      request.url === '/b' ? png()(request, response) : response.writeHead(302, { location: '/b' }).end(),
    )
    expect(bytes).toEqual(PNG)
    expect(asked).toEqual(['/folder/a.png', '/b'])
  })

  test.each(['text/html', 'image/svg+xml', 'application/octet-stream', ''])('is not of the type "%s"', async (type) => {
    expect((await pictureOf(png(type))).bytes).toBeNull()
  })

  test('is not larger than its limit, whatever it says', async () => {
    expect((await pictureOf(endless('image/png'))).bytes).toBeNull()
    const long = { 'content-length': String(PICTURE_BYTES + 1) }
    expect(
      (
        await pictureOf((_request, response) =>
          response.writeHead(200, { ...long, 'content-type': 'image/png' }).write(PNG),
        )
      ).bytes,
    ).toBeNull()
    expect((await pictureOf(png('image/png', { 'content-encoding': 'gzip' }))).bytes).toBeNull()
    expect(
      (await pictureOf((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end())).bytes,
    ).toBeNull()
  })

  test('at what is no address is none', async () => {
    expect((await pictureOf(png(), 'http://[')).bytes).toBeNull()
  })
})
