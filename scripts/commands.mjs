import { join } from 'node:path'
import { root } from './setup/root.mjs'

/** Tools for developers: the name of the npm script and the file that it runs, from source. */
const TOOLS = {
  generate: 'packages/client/scripts/generate.mjs',
  answers: 'packages/store/src/testing/answers/main.ts',
  differential: 'packages/store/src/testing/differential/main.ts',
  torture: 'packages/server/src/testing/torture.ts',
  fuzz: 'packages/server/src/testing/api/fuzz/main.ts',
  screenshots: 'packages/widget/src/testing/screenshots/main.ts',
}

/**
 * Without these the heap grows to several times what is in it. Nothing that the service keeps grows with its data, so it
 * needs no more; who wants to give it more says so in NODE_OPTIONS.
 */
const HEAP_MB = { 'max-semi-space-size': 8, 'max-old-space-size': 384 }
const given = (process.env.NODE_OPTIONS ?? '').replaceAll('_', '-')
export const heap = Object.entries(HEAP_MB)
  .filter(([option]) => !given.includes(option))
  .map(([option, mb]) => `--${option}=${mb}`)

const service = [...heap, join(root, 'packages/server/dist/cli/main.js')]

/** Arguments for Node that run a TypeScript file as it stands, with the other packages' sources. */
function fromSource(file) {
  return [
    '--conditions=source',
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    join(root, file),
  ]
}

/** What `node scripts/run.mjs <name>` gives to Node. `built`: it runs from `dist`, brought up to date before. */
export const commands = {
  start: { run: [...service, 'demo'], built: true },
  dev: { run: ['--watch', ...fromSource('packages/server/src/cli/main.ts'), 'start'], built: false },
  palaver: { run: service, built: true },
  test: { run: [join(root, 'scripts/test.mjs')], built: false },
  fix: { run: [join(root, 'scripts/fix.mjs')], built: false },
  ...Object.fromEntries(Object.entries(TOOLS).map(([name, file]) => [name, { run: fromSource(file), built: false }])),
  // How much memory the service takes is measured of what is built.
  bench: { run: fromSource('bench/main.ts'), built: true },
}
