import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runToEnd } from '../setup/child.mjs'
import { tool } from '../setup/tool.mjs'

const REPORTER = fileURLToPath(new URL('test-reporter.mjs', import.meta.url))

/** Runs vitest for everyone to see, and returns how many tests passed, failed and were skipped. */
export async function runTests(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-test-'))
  const summaryFile = join(folder, 'summary.json')
  process.env.PALAVER_TEST_SUMMARY = summaryFile
  try {
    const exitCode = await runToEnd(process.execPath, [
      tool('vitest'),
      'run',
      '--reporter=default',
      `--reporter=${REPORTER}`,
      ...filters,
    ])
    return withExitCode(summaryIn(summaryFile), exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function summaryIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: [] }
  }
}

/** Vitest may fail without a failed test: it found none, or broke down. */
function withExitCode(summary, exitCode) {
  return exitCode !== 0 && summary.failed === 0 ? { ...summary, failed: 1 } : summary
}
