import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

type Given<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>

export type Tool<Options extends ParseArgsOptionsConfig, Wanted> = {
  usage: string
  options: Options
  /** What is wanted, or a sentence that says what is wrong with it. */
  read: (given: Given<Options>) => Wanted | string
  run: (wanted: Wanted) => Promise<void>
}

/** Runs a developer's tool: `--help` shows how it is called, and what cannot be read is said in a sentence (exit code 2). */
export async function runTool<Options extends ParseArgsOptionsConfig, Wanted extends object>(
  tool: Tool<Options, Wanted>,
): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(tool.usage)
    return
  }
  const wanted = readArguments(tool)
  if (typeof wanted !== 'string') return tool.run(wanted)
  process.stderr.write(`${wanted}\n\n${tool.usage}`)
  process.exitCode = 2
}

function readArguments<Options extends ParseArgsOptionsConfig, Wanted>(tool: Tool<Options, Wanted>): Wanted | string {
  try {
    return tool.read(parseArgs({ options: tool.options, allowPositionals: true }))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A whole number from `least` on; null where it is not one. */
export function wholeNumber(text: string | undefined, fallback: number, least = 0): number | null {
  const value = text === undefined ? fallback : Number(text)
  return Number.isSafeInteger(value) && value >= least ? value : null
}
