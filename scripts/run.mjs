import { commands } from './commands.mjs'
import { build } from './setup/build.mjs'
import { runToEnd } from './setup/child.mjs'
import { fittingNode } from './setup/fitting-node.mjs'
import { install } from './setup/install.mjs'
import { Problem, report } from './setup/problem.mjs'

// Any Node from 18 on can read this file and what it imports, so that an old one gets a sentence and not a syntax error.
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = report(error)
}

async function run([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new Problem(`There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.`, { exitCode: 2 })
  const node = await fittingNode()
  await install(node)
  if (command.built) await build(node)
  return runToEnd(node, [...command.run, ...args])
}
