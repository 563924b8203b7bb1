import { rm } from 'node:fs/promises'
import { createStore, openSqlite, restoreSqlite } from '@palaver/store'
import { collections } from '../../collections.ts'
import { markRestored } from '../../notifications/restored.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireSettings } from '../settings.ts'
import { requireSqliteFile } from '../sqlite-file.ts'
import { withContext } from '../with-context.ts'

export const restoreCommand = command({
  name: 'restore',
  description: 'Puts a backup in the place of the database; the service must not be running',
  args: {
    source: { type: 'positional', required: false, description: 'The backup to restore', valueHint: 'file' },
    overwrite: { type: 'boolean', description: 'Replace the database where there is one' },
    mark: { type: 'boolean', description: 'Only note that it was restored by other means: nothing older is sent out' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ source, overwrite = false, mark = false, json }) => {
    if (mark === (source !== undefined))
      throw new Problem(EXIT.usage, 'Name a backup, or say --mark. See: palaver restore --help')
    const { facts, sentence } = source === undefined ? await markOnly() : await restore(source, overwrite)
    process.stdout.write(json === true ? `${JSON.stringify(facts)}\n` : `${sentence}\n`)
    return EXIT.ok
  },
})

type Told = { facts: object; sentence: string }

async function markOnly(): Promise<Told> {
  const at = await withContext(({ store, now }) => markRestored(store, now()))
  return { facts: { restored: at }, sentence: `Nothing that happened before ${at} is sent out any more.` }
}

/** The backup is marked before it takes the place of the database: there is no moment at which it would send again. */
async function restore(source: string, overwrite: boolean): Promise<Told> {
  const file = requireSqliteFile(requireSettings(), 'use mongorestore, then palaver restore --mark.')
  const onProgress = showProgress(process.stderr)
  const marked = `${file}.marked`
  try {
    await restoreSqlite(source, marked, { overwrite: true, onProgress })
    const store = createStore(await openSqlite({ file: marked, collections, onProgress }))
    await markRestored(store, Date.now())
    await store.close()
    await restoreSqlite(marked, file, { overwrite })
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(marked + suffix, { force: true })
  }
  return { facts: { source, file }, sentence: `${source} is restored to ${file}.` }
}
