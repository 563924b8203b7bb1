import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const conditions = ['source', 'node', 'import', 'default']
/** Only against a test that hangs: no test depends on how fast the machine is. */
const HUNG_MS = 300_000
/** Many tests wait for processes, servers and browsers of their own: one file more than there are cores keeps all busy. */
const AT_ONCE = availableParallelism() + 1

/** Names of files that search, kill, start processes or browsers: seconds or minutes each. */
const LONG =
  /\.(browser|protocol|property)\.|\/(testing|cli|conformance)\/|(contract|fuzz|kill|org-scoping|recipes|torture)\.test/

/** Those come first, so that at the end no long one runs alone while the other cores have nothing to do. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
    sequence: { sequencer: LongFirst },
    execArgv: ['--conditions=source'],
    testTimeout: HUNG_MS,
    expect: { poll: { timeout: HUNG_MS / 5 } },
    hookTimeout: HUNG_MS,
  },
})
