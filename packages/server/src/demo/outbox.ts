import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../problem.ts'
import { type ReadMail, readMail } from './mail.ts'

export type Filed = ReadMail & { file: string }

const MOST_SHOWN = 30
/** As the service names them: no path leads out of the folder. */
const FILE = /^[\w.-]+\.eml$/

/** The newest first. */
export async function mailsIn(folder: string): Promise<{ mails: Filed[]; total: number }> {
  const files = (await readdir(folder).catch(noneYet)).filter((file) => FILE.test(file)).toSorted()
  const newest = files.slice(-MOST_SHOWN).toReversed()
  const mails = await Promise.all(newest.map((file) => mailIn(folder, file)))
  return { mails: mails.filter((mail) => mail !== null), total: files.length }
}

export async function mailIn(folder: string, file: string): Promise<Filed | null> {
  if (!FILE.test(file)) return null
  const raw = await readFile(join(folder, file), 'latin1').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  return raw === null ? null : { file, ...readMail(raw) }
}

function noneYet(error: unknown): string[] {
  if (systemCode(error) === 'ENOENT') return []
  throw error
}
