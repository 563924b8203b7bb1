import { runToEnd } from './setup/child.mjs'
import { root } from './setup/root.mjs'
import { tool } from './setup/tool.mjs'

process.chdir(root)
const formatted = await runToEnd(process.execPath, [tool('oxfmt')])
const linted = await runToEnd(process.execPath, [tool('oxlint'), '--type-aware', '--fix'])
process.exitCode = Math.max(formatted, linted)
