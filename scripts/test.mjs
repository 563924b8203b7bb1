import { checks } from './check/checks.mjs'
import { runTests } from './check/tests.mjs'
import { root } from './setup/root.mjs'

process.chdir(root)
const args = process.argv.slice(2)
const named = checks.filter(({ name }) => args.includes(name))
const filters = args.filter((arg) => !named.some(({ name }) => name === arg))
// `npm test` runs all; `npm test -- lint types` these checks; `npm test -- backup` the tests in files so named.
const chosen = args.length === 0 ? checks : named
const wantsTests = args.length === 0 || filters.length > 0

let failed = 0
for (const check of chosen) if (!(await passes(check))) failed += 1
const passed = chosen.length - failed
const tests = wantsTests ? await runTests(filters) : { passed: 0, failed: 0, skipped: [] }
summarise({ passed: passed + tests.passed, failed: failed + tests.failed, skipped: tests.skipped })

/** One line for a check that holds; what is broken, where, and how to mend it for one that does not. */
async function passes({ name, run, mend }) {
  const began = performance.now()
  const { passed, output } = await run()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (!passed) console.log(`${output.trimEnd()}\n  To mend it: ${mend}.\n`)
  return passed
}

function summarise({ passed, failed, skipped }) {
  if (skipped.length > 0) console.log('\nSkipped:')
  for (const { file, name, reason } of skipped)
    console.log(`  ${file}: ${name}${reason === undefined ? '' : ` (${reason})`}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exitCode = failed === 0 ? 0 : 1
}
