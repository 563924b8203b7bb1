import { nearest } from '../config/nearest.ts'
import { EXIT, type ExitCode } from '../problem.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'
import { adsCommand } from './commands/ads.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { keyCommand } from './commands/key.ts'
import { layoutCommand } from './commands/layout.ts'
import { loginLinkCommand } from './commands/login-link.ts'
import { mailCommand } from './commands/mail.ts'
import { openapiCommand } from './commands/openapi.ts'
import { orgCommand } from './commands/org.ts'
import { queuesCommand } from './commands/queues.ts'
import { recountCommand } from './commands/recount.ts'
import { renderCommand } from './commands/render.ts'
import { restoreCommand } from './commands/restore.ts'
import { seedCommand } from './commands/seed.ts'
import { shardCommand } from './commands/shard.ts'
import { socialCommand } from './commands/social.ts'
import { startCommand } from './commands/start.ts'
import { tokenCommand } from './commands/token.ts'
import { topicsCommand } from './commands/topics.ts'
import { verifyCommand } from './commands/verify.ts'
import { report } from './report.ts'
import { usage } from './usage.ts'

const commands: readonly Command[] = [
  startCommand,
  demoCommand,
  configCommand,
  orgCommand,
  keyCommand,
  tokenCommand,
  loginLinkCommand,
  seedCommand,
  verifyCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  renderCommand,
  layoutCommand,
  recountCommand,
  topicsCommand,
  socialCommand,
  adsCommand,
  queuesCommand,
  mailCommand,
  shardCommand,
  openapiCommand,
]

/** Runs what the arguments say and returns the exit code; nothing is thrown. */
export async function palaver(argv: readonly string[]): Promise<ExitCode> {
  const isDebug = argv.includes('--debug') || process.env['PALAVER_DEBUG'] === '1'
  try {
    return await dispatch(argv)
  } catch (error) {
    return report(error, isDebug)
  }
}

async function dispatch(argv: readonly string[]): Promise<ExitCode> {
  const at = argv.findIndex((arg) => !arg.startsWith('-'))
  const name = argv[at]
  const command = commands.find((one) => one.name === name)
  if (name !== undefined && command === undefined) return unknownCommand(name)
  if (argv.includes('--help') || argv.includes('-h')) return say(await usage(commands, command ?? null))
  if (command !== undefined) return command.run(argv.toSpliced(at, 1))
  if (argv.includes('--version')) return say(`${version}\n`)
  process.stderr.write(await usage(commands, null))
  return EXIT.usage
}

function say(text: string): ExitCode {
  process.stdout.write(text)
  return EXIT.ok
}

function unknownCommand(name: string): ExitCode {
  const meant = nearest(
    name,
    commands.map((command) => command.name),
  )
  const hint = meant === null ? '' : ` Did you mean ${meant}?`
  process.stderr.write(`There is no command "${name}".${hint} See: palaver --help\n`)
  return EXIT.usage
}
