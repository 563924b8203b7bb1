import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)
const STAMP = '.built'

/** The oldest browsers that have all that the widget uses: those of May 2024. */
const TARGET = ['chrome123', 'firefox128', 'safari17.5']

const common = {
  configFile: false,
  root,
  logLevel: 'warn',
  // Also where tests build it: what they load is what pages load.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  resolve: { conditions: ['source', 'browser', 'import', 'default'] },
}

/**
 * All that comes first is one file, and so is what all ads need: that one has a name that says nothing of them, since
 * some browsers load nothing that is called so.
 */
const GROUPS = [
  { name: 'core', tags: ['$initial'] },
  { name: 'acts', test: /\/src\/(acts|writing)\/|\/client\/src\/|\/i18n\/en-later/ },
  { name: 'places', test: /\/src\/promo\/(?!in-list|mount-slot|at-head|row|rule|preview)|\/i18n\/promo\/(en|load)/ },
]

/** What a page loads later, as modules; names carry a hash of what is in them. Of the first there is one file. */
async function buildModules(to) {
  const [{ output }] = await build({
    ...common,
    build: {
      outDir: join(to, 'embed'),
      emptyOutDir: false,
      target: TARGET,
      // As a library, because pages are given no preloading of their own: one request leads to the next soon enough.
      lib: { entry: { core: at('src/core.ts') }, formats: ['es'] },
      minify: true,
      rollupOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          minify: true,
          codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false },
        },
      },
    },
  })
  const core = output.find(({ isEntry }) => isEntry)
  return [core.fileName, ...core.imports]
}

/** What the page names: a classic script that knows the names of the others. */
async function buildEmbed(to, files) {
  await build({
    ...common,
    define: { __CORE__: JSON.stringify(files) },
    build: {
      outDir: to,
      emptyOutDir: false,
      target: TARGET,
      lib: { entry: at('src/embed.ts'), formats: ['iife'], name: 'Palaver', fileName: () => 'embed.js' },
    },
  })
}

/** What a site puts beside its own pages, so that browsers can be told while those are closed. */
async function buildWorker(to) {
  await build({
    ...common,
    build: {
      outDir: join(to, 'embed'),
      emptyOutDir: false,
      target: TARGET,
      lib: {
        entry: at('src/push/service-worker.ts'),
        formats: ['iife'],
        name: 'Palaver',
        fileName: () => 'palaver-sw.js',
      },
    },
  })
}

/** What the server draws with. */
async function buildServer(to, style) {
  await build({
    ...common,
    define: { __STYLE__: JSON.stringify(style) },
    resolve: { conditions: ['source', 'node', 'import', 'default'] },
    ssr: { noExternal: true, resolve: { conditions: ['source', 'node', 'import', 'default'] } },
    build: {
      outDir: to,
      emptyOutDir: false,
      target: 'node22',
      ssr: at('src/ssr/render.tsx'),
      rollupOptions: { output: { entryFileNames: 'ssr.js' } },
    },
  })
}

/** For what the server has drawn: there the style is needed before any script. */
function writeStyle(to) {
  const css = readFileSync(at('src/style/thread.css'))
  const name = `thread-${createHash('sha256').update(css).digest('base64url').slice(0, 8)}.css`
  writeFileSync(join(to, 'embed', name), css)
  return name
}

function newestIn(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.test\.|\/testing\//.test(join(entry.parentPath, entry.name)))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )
}

/** Brings `dist` up to date; in no time where nothing has changed since. Whoever reads it meanwhile finds a whole one. */
export async function buildWidget() {
  const newest = String(Math.max(...[at('src'), at('scripts'), at('../client/src')].map(newestIn)))
  const stamp = at('dist', STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === newest) return
  const made = mkdtempSync(at('.building-'))
  try {
    await buildEmbed(made, await buildModules(made))
    await buildWorker(made)
    await buildServer(made, writeStyle(made))
    writeFileSync(join(made, STAMP), newest)
    rmSync(at('dist'), { recursive: true, force: true })
    renameSync(made, at('dist'))
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWidget()
