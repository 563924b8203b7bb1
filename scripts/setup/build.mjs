import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { Problem } from './problem.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'
import { tool } from './tool.mjs'

/**
 * In this order: the second reads what the first declares. Each compiles what its entry file leads to, so a test that
 * does not compile keeps no service from starting.
 */
const PROJECTS = [
  'packages/store/tsconfig.build.json',
  'packages/server/tsconfig.build.json',
  'packages/client/tsconfig.build.json',
]

const WIDGET = 'packages/widget/scripts/build.mjs'

/** What is made last: where it is missing, all takes long enough to be told of. */
const BUILT = 'packages/widget/dist/embed.js'

/** Brings every `dist` up to date. The compiler itself sees what is stale, in no time where nothing is. */
export async function build(node) {
  await (existsSync(join(root, BUILT)) ? buildAll(node) : withProgress('Building', () => buildAll(node)))
}

async function buildAll(node) {
  for (const project of PROJECTS) {
    const { exitCode, output } = await runQuietly(node, [tool('tsc'), '--build', project], node)
    demand(exitCode, output)
  }
  const { exitCode, output } = await runQuietly(node, [WIDGET], node)
  demand(exitCode, output)
}

function demand(exitCode, output) {
  if (exitCode !== 0) throw new Problem(`The sources do not compile:\n${output.trimEnd()}`, { exitCode: 1 })
}
