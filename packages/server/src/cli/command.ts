import { stripVTControlCharacters } from 'node:util'
import { type ArgsDef, parseArgs, type ParsedArgs } from 'citty'
import { nearest } from '../config/nearest.ts'
import { EXIT, type ExitCode, Problem } from '../problem.ts'

export type Command = {
  name: string
  description: string
  args: ArgsDef
  run(rawArgs: string[]): Promise<ExitCode>
}

type Definition<A extends ArgsDef> = {
  name: string
  description: string
  args: A
  run(args: ParsedArgs<A>): Promise<ExitCode>
}

/** Flags that every command has; `main` acts on them. */
const COMMON = {
  debug: { type: 'boolean', description: 'Show errors with their stack trace, as PALAVER_DEBUG=1 does' },
  help: { type: 'boolean', description: 'Show this help' },
} as const satisfies ArgsDef

/** A command whose flags are all known: citty alone would pass over a mistyped one. */
export function command<const A extends ArgsDef>({ name, description, args, run }: Definition<A>): Command {
  const all: ArgsDef = { ...args, ...COMMON }
  return {
    name,
    description,
    args: all,
    run: async (rawArgs) => {
      const parsed = parsedStrictly(name, all, rawArgs)
      return run(parsed as ParsedArgs<A>)
    },
  }
}

function parsedStrictly(name: string, args: ArgsDef, rawArgs: string[]): ParsedArgs {
  const parsed = parse(name, args, rawArgs)
  const known = Object.keys(args)
  // citty gives `dry-run` as `dryRun` too.
  const names = ['_', ...known, ...known.map(inCamelCase)]
  const unknown = Object.keys(parsed).find((key) => !names.includes(key))
  if (unknown !== undefined) throw wrongUsage(name, `There is no option --${unknown}${suggestion(unknown, known)}.`)
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length
  const surplus = parsed._[positionals]
  if (surplus !== undefined) throw wrongUsage(name, `"${surplus}" is one argument too many.`)
  return parsed
}

function parse(name: string, args: ArgsDef, rawArgs: string[]): ParsedArgs {
  try {
    return parseArgs(rawArgs, args)
  } catch (error) {
    const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    throw wrongUsage(name, `${message.replace(/\.$/, '')}.`)
  }
}

const inCamelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function suggestion(flag: string, known: readonly string[]): string {
  const meant = nearest(flag, known)
  return meant === null ? '' : `; did you mean --${meant}?`
}

function wrongUsage(name: string, message: string): Problem {
  return new Problem(EXIT.usage, `${message.replace(/\?\.$/, '?')} See: palaver ${name} --help`)
}
