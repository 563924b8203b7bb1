import { vi } from 'vitest'
import { palaver } from '../cli/palaver.ts'
import { palaverCommand } from './palaver-command.ts'
import type { Finished } from './palaver-process.ts'

type Written = Pick<Finished, 'exitCode' | 'stdout' | 'stderr'>

/**
 * Runs a command of the CLI to its end in this process, with these settings and no others: where there are many, most of
 * the time would go into starting processes. One after the other: they share the environment and what is written to.
 */
export async function palaverHere(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Written> {
  const own = process.env
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((part, ...rest: unknown[]) => {
      written[name] += typeof part === 'string' ? part : Buffer.from(part).toString()
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }),
  )
  process.env = palaverCommand(args, settings).env
  try {
    const exitCode = await palaver(args)
    return { exitCode, ...written }
  } finally {
    process.env = own
    for (const spy of spies) spy.mockRestore()
  }
}
