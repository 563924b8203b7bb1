import { join } from 'node:path'
import { type Engine, type OnProgress, openMongo, openSqlite, StorageProblem } from '@palaver/store'
import { collections } from './collections.ts'
import type { Config } from './config/settings.ts'
import { EXIT, Problem } from './problem.ts'

type Settings = Pick<Config, 'store' | 'data' | 'mongodbUrl' | 'partitions'>

/** The one file of the SQLite store. */
export const databaseFile = ({ data }: Pick<Config, 'data'>): string => join(data, 'palaver.sqlite')

/** Opens the database that the settings name. */
export async function openEngine(settings: Settings, onProgress: OnProgress): Promise<Engine> {
  const { mongodbUrl, partitions } = settings
  try {
    return settings.store === 'mongodb' && mongodbUrl !== null
      ? await openMongo({ url: mongodbUrl, collections, partitions, onProgress })
      : await openSqlite({ file: databaseFile(settings), collections, partitions, onProgress })
  } catch (error) {
    throw withWayOut(error, settings)
  }
}

/** The store knows what is wrong; which setting leads elsewhere is known here. */
function withWayOut(error: unknown, { store }: Settings): unknown {
  if (!(error instanceof Error)) return error
  const cause = { cause: error }
  if (error instanceof StorageProblem && (error.kind === 'unwritable' || error.kind === 'full'))
    return new Problem(EXIT.environment, `${error.message} Mend that, or set PALAVER_DATA to another folder.`, cause)
  if (store === 'mongodb' && error.name === 'MongoParseError')
    return new Problem(EXIT.usage, `PALAVER_MONGODB_URL cannot be read: ${error.message}.`, cause)
  return error
}
