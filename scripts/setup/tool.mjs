import { join } from 'node:path'
import { root } from './root.mjs'

const FILES = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
}

/** The file that Node runs for an installed tool. */
export function tool(name) {
  return join(root, 'node_modules', FILES[name])
}
