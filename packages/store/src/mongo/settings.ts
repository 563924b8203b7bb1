import { StorageProblem } from '../errors.ts'
import type { Kept, Link } from './link.ts'

/** Raised when documents are kept in another way than before. */
const FORMAT = 1

/** What was decided when the database was made: number of partitions and format. Gives the number in force. */
export async function settingsOf(link: Link, partitions: number): Promise<number> {
  const settings = link.collection('_store')
  const made = { $setOnInsert: { format: FORMAT, partitions } }
  await link.write('_store', () => settings.updateOne({ _id: 'settings' }, made, { upsert: true }))
  const kept: Kept | null = await link.read(() => settings.findOne({ _id: 'settings' }))
  if (Number(kept?.['format']) > FORMAT)
    throw new StorageProblem(
      'newer',
      `The database "${link.db.databaseName}" was written by a newer version of Palaver: use that one.`,
    )
  return Number(kept?.['partitions'] ?? partitions)
}
