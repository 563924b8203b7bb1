import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const NODE_ARGS = ['--conditions=source', '--experimental-strip-types', '--disable-warning=ExperimentalWarning']

/** How to run the CLI from its sources: the command line and an environment with these settings and no others. */
export function palaverCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): { command: string[]; env: NodeJS.ProcessEnv } {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PALAVER_LOG_LEVEL: 'warn', ...settings }
  return { command: [process.execPath, ...NODE_ARGS, MAIN, ...args], env }
}
