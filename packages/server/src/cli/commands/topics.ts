import { FORMATS } from '../../categories/exchange/wish.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { orWrongUsage } from '../or-wrong-usage.ts'
import { requireOrg } from '../the-org.ts'
import { topicsExport } from '../topics/export.ts'
import type { Given } from '../topics/given.ts'
import { readWanted, topicsImport } from '../topics/import.ts'
import { topicsList } from '../topics/list.ts'
import { topicsVerify } from '../topics/verify.ts'
import { withContext } from '../with-context.ts'

type Act = { options: readonly (keyof Given)[]; run: (given: Given) => Promise<ExitCode> }

/** The same with the org that is meant, in a database that is open. */
const inOrg =
  (work: (context: Context, given: Given, org: string) => Promise<ExitCode>) =>
  (given: Given): Promise<ExitCode> =>
    withContext(async (context) => {
      const { _id: org } = await requireOrg(context.accounts, given.org)
      return orWrongUsage(() => work(context, given, org))
    })

const ACTS: Readonly<Record<string, Act>> = {
  list: { options: [], run: inOrg(topicsList) },
  import: {
    options: ['file', 'tree', 'format', 'dryRun', 'deleteMissing'],
    run: async (given) => {
      if (given.file === undefined) throw wrongUsage('Name the file: palaver topics import <file>.')
      // What cannot be read is told before a database is opened for it.
      const wanted = await readWanted(given.file, given.format)
      return inOrg((context, options, org) => topicsImport(context, { ...options, org, wanted }))(given)
    },
  },
  export: { options: ['tree', 'format', 'out'], run: inOrg(topicsExport) },
  verify: { options: ['tree', 'repair'], run: inOrg(topicsVerify) },
}

export const topicsCommand = command({
  name: 'topics',
  description: 'Lists trees of topics, imports one from a file, writes one to a file, verifies and mends them',
  args: {
    act: { type: 'positional', required: true, description: `One of ${Object.keys(ACTS).join(', ')}` },
    file: { type: 'positional', required: false, description: 'To import: the file' },
    tree: { type: 'string', valueHint: 'key', description: 'Which tree; import makes it where it is not there' },
    format: { type: 'enum', options: [...FORMATS], description: 'Of the file; found out by itself when it is read' },
    'dry-run': { type: 'boolean', description: 'Import: only show what would change' },
    'delete-missing': { type: 'boolean', description: 'Import: delete topics that are no longer in the file' },
    out: { type: 'string', valueHint: 'file', description: 'Export: where to write; standard output without it' },
    repair: { type: 'boolean', description: 'Verify: mend what is found' },
    org: { type: 'string', description: 'Id of the org; not needed where there is one' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ act: name, file, tree, format, out, repair, org, json, ...flags }) => {
    const act = Object.entries(ACTS).find(([known]) => known === name)?.[1]
    if (act === undefined) throw wrongUsage(`Say what to do: ${Object.keys(ACTS).join(', ')}.`)
    const { 'dry-run': dryRun, 'delete-missing': deleteMissing } = flags
    const given: Given = { file, tree, format, dryRun, deleteMissing, out, repair, org, json }
    requireFit(name, act, given)
    return act.run(given)
  },
})

const ALWAYS: readonly string[] = ['org', 'json']

function requireFit(name: string, { options }: Act, given: Given): void {
  const all = Object.entries(given).filter(([, value]) => value !== undefined && value !== false)
  const surplus = all.find(([option]) => !ALWAYS.includes(option) && !options.some((one) => one === option))?.[0]
  if (surplus === 'file') throw wrongUsage(`"${given.file}" is one argument too many.`)
  const option = surplus?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (option !== undefined) throw wrongUsage(`--${option} is not for ${name}.`)
}

const wrongUsage = (message: string): Problem => new Problem(EXIT.usage, `${message} See: palaver topics --help`)
