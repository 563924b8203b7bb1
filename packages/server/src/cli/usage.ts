import { stripVTControlCharacters } from 'node:util'
import { defineCommand, renderUsage } from 'citty'
import { version } from '../version.ts'
import type { Command } from './command.ts'

const EXIT_CODES = `EXIT CODES

  0  all is well
  1  it failed
  2  wrong usage, or a wrong setting
  3  verify found damage
  4  the machine: port, folder, disk, database or Node
`

/** The help of one command, or of all when none is given. */
export async function usage(commands: readonly Command[], command: Command | null): Promise<string> {
  const subCommands = Object.fromEntries(commands.map((one) => [one.name, definitionOf(one)]))
  const meta = { name: 'palaver', version, description: 'Runs and looks after a Palaver service' }
  const palaver = defineCommand({ meta, subCommands })
  const text = command === null ? await renderUsage(palaver) : await renderUsage(definitionOf(command), palaver)
  const plain = process.stdout.isTTY ? text : stripVTControlCharacters(text)
  return `${plain.trimEnd()}\n\n${EXIT_CODES}`
}

function definitionOf({ name, description, args }: Command): ReturnType<typeof defineCommand> {
  return defineCommand({ meta: { name, description }, args })
}
