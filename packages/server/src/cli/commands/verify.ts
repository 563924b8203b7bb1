import { StorageProblem, type Verified, verifySqlite } from '@palaver/store'
import { collections } from '../../collections.ts'
import { EXIT } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { requireSettings } from '../settings.ts'
import { requireSqliteFile } from '../sqlite-file.ts'

export const verifyCommand = command({
  name: 'verify',
  description: 'Checks that the database file is whole and that its indexes and events agree with its documents',
  args: {
    repair: { type: 'boolean', description: 'Mend what can be mended: indexes are made anew from the documents' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ repair = false, json }) => {
    const file = requireSqliteFile(requireSettings(), "use MongoDB's own validate command.")
    const found = await verified(file, repair)
    process.stdout.write(json === true ? `${JSON.stringify({ file, ...found })}\n` : asText(file, found))
    return found.problems.every(({ repaired }) => repaired === true) ? EXIT.ok : EXIT.damage
  },
})

async function verified(file: string, repair: boolean): Promise<Verified> {
  try {
    return await verifySqlite(file, collections, { repair, onProgress: showProgress(process.stderr) })
  } catch (error) {
    if (!(error instanceof StorageProblem) || error.kind !== 'damaged') throw error
    return { documents: 0, events: 0, problems: [{ collection: 'file', message: error.message }] }
  }
}

function asText(file: string, { documents, events, problems }: Verified): string {
  const lines = problems.map(({ collection, id, message, repaired }) => {
    const place = id === undefined ? collection : `${collection} ${id}`
    return `  ${place}: ${message}${repaired === true ? ' (mended)' : ''}`
  })
  const mended = problems.filter(({ repaired }) => repaired === true).length
  const verdict = problems.length === 0 ? 'all is well' : `${problems.length} problems, ${mended} mended`
  return [...lines, `${file}: ${documents} documents and ${events} events, ${verdict}.`, ''].join('\n')
}
