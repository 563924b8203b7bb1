import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node', 'import', 'default']
/** Only against a test that hangs: no test depends on how fast the machine is. */
const HUNG_MS = 300_000
/** Many tests wait for processes and servers of their own: on a small machine two files at once take half the time. */
const AT_ONCE = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'packages/*/scripts/**/*.test.mjs',
      'examples/**/*.test.mjs',
    ],
    globalSetup: ['vitest.global-setup.ts'],
    pool: 'forks',
    maxWorkers: AT_ONCE,
    // Modules keep nothing that another file could trip over, and loading them for each file again takes minutes.
    isolate: false,
    execArgv: ['--conditions=source'],
    testTimeout: HUNG_MS,
    expect: { poll: { timeout: HUNG_MS / 5 } },
    hookTimeout: HUNG_MS,
  },
})
