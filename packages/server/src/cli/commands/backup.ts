import { backupSqlite } from '@palaver/store'
import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireSettings } from '../settings.ts'
import { requireSqliteFile } from '../sqlite-file.ts'

export const backupCommand = command({
  name: 'backup',
  description: 'Copies the database to a file, while the service runs and writes, and checks the copy',
  args: {
    target: { type: 'positional', required: true, description: 'The file to write', valueHint: 'file' },
    overwrite: { type: 'boolean', description: 'Replace the target where it exists' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ target, overwrite = false, json }) => {
    const file = requireSqliteFile(requireSettings(), 'use mongodump.')
    await backupSqlite(file, target, { overwrite, onProgress: showProgress(process.stderr) })
    process.stdout.write(json === true ? `${JSON.stringify({ file, target })}\n` : `${file} is copied to ${target}.\n`)
    return EXIT.ok
  },
})
