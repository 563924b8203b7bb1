import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['source', 'node', 'import', 'default']
/** Only against a test that hangs: no test depends on how fast the machine is. */
const HUNG_MS = 300_000
/** Many tests wait for processes, servers and browsers of their own: one file more than there are cores keeps all busy. */
const AT_ONCE = availableParallelism() + 1

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
