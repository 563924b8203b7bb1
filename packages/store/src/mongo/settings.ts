import { StorageProblem } from '../errors.ts'
import type { Kept, Link } from './link.ts'

/** Raised when documents are kept in another way than before. */
const FORMAT = 1

/** What was decided when the database was made: number of partitions and format. Gives the number in force. */
export async function settingsOf(link: Link, partitions: number): Promise<number> {
  await link.ensure('settings', { format: FORMAT, partitions })
  const kept: Kept | null = await link.read(() => link.collection('_store').findOne({ _id: 'settings' }))
  if (Number(kept?.['format']) > FORMAT)
    throw new StorageProblem(
      'newer',
      `The database "${link.db.databaseName}" was written by a newer version of Palaver: use that one.`,
    )
  return Number(kept?.['partitions'] ?? partitions)
}
