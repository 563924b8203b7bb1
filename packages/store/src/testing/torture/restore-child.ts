import { restoreSqlite } from '../../sqlite/backup.ts'

/** Restores a backup over and over, so that a kill meets it at any point. */
const [source = '', file = ''] = process.argv.slice(2)
process.stdin.resume().once('end', () => process.exit())
for (let done = 0; ; done++) {
  await restoreSqlite(source, file, { overwrite: true })
  process.stdout.write(`restored ${done}\n`)
}
