import { execFile } from 'node:child_process'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

/** A browser to start, with what its surroundings must say. */
export type Chromium = { program: string; env: Readonly<Record<string, string>> }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const HOME = fileURLToPath(new URL('../../../../.tools/chromium', import.meta.url))
const MISSING = 'no browser: put chromium on the PATH, or name it in PALAVER_TEST_CHROMIUM'

/** The one that is named, one of the machine's, or the one that was installed with us; or why there is none. */
export async function findChromium(): Promise<Chromium | { missing: string }> {
  const named = process.env['PALAVER_TEST_CHROMIUM']
  const program = named === undefined || named === '' ? await onPath() : named
  if (program !== null) return { program, env: {} }
  try {
    return await unpacked()
  } catch (error) {
    const [reason] = String(error).split('\n')
    return { missing: `${MISSING}; the one that was installed with us does not run here: ${reason}` }
  }
}

async function onPath(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const program of NAMES.flatMap((name) => folders.map((folder) => join(folder, name))))
    if (await isProgram(program)) return program
  return null
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Its libraries are taken only where the machine has none of its own: the machine's fit it better. */
async function unpacked(): Promise<Chromium> {
  if (!existsSync(HOME)) await unpack()
  const program = join(HOME, 'chromium')
  const fonts: Record<string, string> = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(HOME, 'fonts') }
  const libraries = { ...fonts, LD_LIBRARY_PATH: join(HOME, 'al2023', 'lib') }
  for (const env of [fonts, libraries]) if (await starts(program, env)) return { program, env }
  await run(program, libraries)
  throw new Error('it starts only now and then')
}

const starts = (program: string, env: Chromium['env']): Promise<boolean> =>
  run(program, env).then(
    () => true,
    () => false,
  )

const run = (program: string, env: Chromium['env']) =>
  promisify(execFile)(program, ['--version', '--no-sandbox'], { env: { ...process.env, ...env } })

/** Into a folder of its own first: what is cut off leaves nothing that looks whole. */
async function unpack(): Promise<void> {
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  const partial = `${HOME}.partial-${process.pid}`
  try {
    for (const name of ['al2023', 'fonts']) {
      await mkdir(join(partial, name), { recursive: true })
      await untar(join(packed, `${name}.tar.br`), join(partial, name))
    }
    const program = createWriteStream(join(partial, 'chromium'), { mode: 0o755 })
    await pipeline(createReadStream(join(packed, 'chromium.br')), createBrotliDecompress(), program)
    // Another process may have been faster: what it left is the same.
    await rename(partial, HOME).catch((error: unknown) => {
      if (!existsSync(HOME)) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** By way of a file: tar does not read a pipe to its end, and then it depends on chance who closes it first. */
async function untar(archive: string, folder: string): Promise<void> {
  const file = `${folder}.tar`
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(file))
  await promisify(execFile)('tar', ['-x', '-C', folder, '-f', file])
  await rm(file)
}
