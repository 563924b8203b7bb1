import { runQuietly } from '../setup/child.mjs'
import { tool } from '../setup/tool.mjs'

/** A check that is a tool's verdict: what it says, and whether its exit code was 0. */
export async function runTool(name, ...args) {
  const { exitCode, output } = await runQuietly(process.execPath, [tool(name), ...args], process.execPath)
  return { passed: exitCode === 0, output }
}
