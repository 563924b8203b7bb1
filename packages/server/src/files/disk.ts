import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { systemCode } from '../problem.ts'
import { type Blobs, isBlobName, type OpenBlob, placeOf } from './blobs.ts'

/** Not the name of any folder of blobs, which are two digits. */
const DRAFTS = 'drafts'

/** Blobs as files: `<folder>/ab/cd/<name>`. */
export class DiskBlobs implements Blobs {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Written under another name, and renamed when all of it is on the disk. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const place = join(this.#folder, placeOf(name))
    const draft = join(this.#folder, DRAFTS, randomUUID())
    await mkdir(join(this.#folder, DRAFTS), { recursive: true })
    try {
      await writeThrough(draft, bytes)
      await this.#makeFolder(dirname(place))
      await rename(draft, place)
      await syncFolder(dirname(place))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async open(name: string): Promise<OpenBlob | null> {
    const path = join(this.#folder, placeOf(name))
    const found = await orNothing(stat(path))
    return found === null ? null : { bytes: found.size, stream: contentsOf(path) }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, placeOf(name)), { force: true })
  }

  async list(after: string | null, limit: number): Promise<string[]> {
    const names: string[] = []
    for (const first of await this.#folders('', after?.slice(0, 2)))
      for (const second of await this.#folders(
        first,
        after?.startsWith(first) === true ? after.slice(2, 4) : undefined,
      ))
        for (const name of await this.#names(join(first, second))) {
          if (after !== null && name <= after) continue
          names.push(name)
          if (names.length === limit) return names
        }
    return names
  }

  async tidy(before: number): Promise<void> {
    const folder = join(this.#folder, DRAFTS)
    for (const draft of (await orNothing(readdir(folder))) ?? []) {
      const found = await orNothing(stat(join(folder, draft)))
      if (found !== null && found.mtimeMs < before) await rm(join(folder, draft), { force: true })
    }
  }

  async #folders(under: string, from = ''): Promise<string[]> {
    const names = (await orNothing(readdir(join(this.#folder, under)))) ?? []
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name) && name >= from).toSorted()
  }

  async #names(folder: string): Promise<string[]> {
    return ((await orNothing(readdir(join(this.#folder, folder)))) ?? []).filter(isBlobName).toSorted()
  }

  /** A file is there to stay when the folders that lead to it are. */
  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true })
    if (made === undefined) return
    for (let at = folder; at.length >= dirname(made).length && at !== dirname(at); at = dirname(at))
      await syncFolder(dirname(at))
  }
}

/** Nothing is open before somebody reads, so that nothing stays open if nobody does. */
async function* contentsOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Where a system has no such thing, a folder needs none. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes(systemCode(error))) throw error
  } finally {
    await folder?.close()
  }
}

async function orNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}
