import { restoreSqlite } from '@palaver/store'
import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireSettings } from '../settings.ts'
import { requireSqliteFile } from '../sqlite-file.ts'

export const restoreCommand = command({
  name: 'restore',
  description: 'Puts a backup in the place of the database; the service must not be running',
  args: {
    source: { type: 'positional', required: true, description: 'The backup to restore', valueHint: 'file' },
    overwrite: { type: 'boolean', description: 'Replace the database where there is one' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ source, overwrite = false, json }) => {
    const file = requireSqliteFile(requireSettings(), 'use mongorestore.')
    await restoreSqlite(source, file, { overwrite, onProgress: showProgress(process.stderr) })
    process.stdout.write(
      json === true ? `${JSON.stringify({ source, file })}\n` : `${source} is restored to ${file}.\n`,
    )
    return EXIT.ok
  },
})
