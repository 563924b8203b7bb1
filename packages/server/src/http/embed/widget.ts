import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Bytes, tagOf } from '../../api/bytes.ts'
import type { Opening } from '../../embed/routes.ts'

export type RenderOptions = { locale: string; theme: string; sort: string; base: string; resource: string }
export type RenderThread = (opening: Opening, options: RenderOptions) => string

/** What the widget's package built, in memory. */
export type Widget = {
  /** By their paths, such as `embed.js` and `embed/thread.js`. */
  files: ReadonlyMap<string, Bytes>
  /** Null where it is not built. */
  render: () => Promise<RenderThread | null>
}

/** Beside this package, whether it runs from its sources or as it was built. */
const WIDGET_FOLDER = fileURLToPath(new URL('../../../../widget/dist/', import.meta.url))

const SERVED = /^(?:embed\.js|embed\/.+)$/
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
}
/** A name with a hash of what is in it, as the bundler writes it: such a file never changes. */
const HASHED = /-(?=[\w-]*[0-9A-Z_])[\w-]{8}\.\w+$/
const FOR_GOOD = 'public, max-age=31536000, immutable'
/** Asked about each time, which costs no bytes: an old one would name files that are gone. */
const UNLESS_CHANGED = 'public, no-cache'

export async function readWidget(folder = WIDGET_FOLDER): Promise<Widget> {
  const paths = (await pathsIn(folder)).filter((path) => SERVED.test(path))
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, Bytes]> => [path, bytesOf(path, await readFile(join(folder, path)))]),
  )
  let rendering: Promise<RenderThread | null> | undefined
  return { files: new Map(files), render: () => (rendering ??= rendererIn(folder)) }
}

async function pathsIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Any page may load them: there is nothing of anybody in them. */
function bytesOf(path: string, body: Buffer): Bytes {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const head = {
    'content-type': type,
    'cache-control': HASHED.test(path) ? FOR_GOOD : UNLESS_CHANGED,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  }
  return new Bytes({ body, tag: tagOf(body), head: Object.entries(head).flat(), effort: 'best' })
}

async function rendererIn(folder: string): Promise<RenderThread | null> {
  const path = join(folder, 'ssr.js')
  if (!(await pathsIn(folder)).includes('ssr.js')) return null
  const { renderThread } = (await import(pathToFileURL(path).href)) as { renderThread: RenderThread }
  return renderThread
}
