import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A file system of its own, to be filled, broken and taken away. */
export type Disk = { folder: string; unmount: () => void }

const run = (program: string, ...args: string[]): string => execFileSync(program, args, { stdio: 'pipe' }).toString()

function works(attempt: () => void): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** In memory; only root may mount it. */
export function smallDisk(megabytes: number): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'palaver-test', folder)
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  const unmount = (): void => {
    run('umount', folder)
    rmSync(folder, { recursive: true })
  }
  return { folder, unmount }
}

export const remountReadOnly = ({ folder }: Disk): string => run('mount', '-o', 'remount,ro', folder)

/** Leaves not a byte free; returns how to give the space back. */
export function fill({ folder }: Disk): () => void {
  const ballast = join(folder, 'ballast')
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 4)) {
    const more = Buffer.alloc(size)
    while (works(() => writeFileSync(ballast, more, { flag: 'a' })));
  }
  return () => rmSync(ballast)
}

/** In a file; its file system can be made to notice an error, whereupon it takes no more writes. */
export type BreakableDisk = Disk & { breakDown: () => void; mountAgain: () => void }

export function breakableDisk(megabytes: number): BreakableDisk {
  const place = mkdtempSync(join(tmpdir(), 'palaver-disk-'))
  const [image, folder] = [join(place, 'image'), join(place, 'mounted')]
  mkdirSync(folder)
  writeFileSync(image, Buffer.alloc(megabytes * 2 ** 20))
  const mount = (): string => run('mount', '-o', 'loop,errors=remount-ro', image, folder)
  const device = (): string =>
    basename(run('losetup', '--noheadings', '--output', 'NAME', '--associated', image).trim())
  const unmount = (): void => {
    works(() => run('umount', folder))
    rmSync(place, { recursive: true })
  }
  try {
    run('mkfs.ext4', '-q', '-F', image)
    mount()
  } catch (error) {
    unmount()
    throw error
  }
  return {
    folder,
    unmount,
    breakDown: () => writeFileSync(`/sys/fs/ext4/${device()}/trigger_fs_error`, '1'),
    mountAgain: () => {
      run('umount', folder)
      // Exit code 1 says that it mended what was wrong.
      works(() => run('e2fsck', '-p', '-f', image))
      mount()
    },
  }
}

/** The most bytes that a running process may give a file from now on. */
export function limitFiles(pid: number, limit: number | 'unlimited'): void {
  run('prlimit', '--pid', String(pid), `--fsize=${limit}:`)
}

export const canLimitFiles = (): boolean => works(() => run('prlimit', '--version'))
export const canLimitFromStart = (): boolean => works(() => run('bash', '-c', 'ulimit -f 1000'))
export const canMount = (): boolean => works(() => smallDisk(1).unmount())
export const canBreak = (): boolean =>
  works(() => {
    const disk = breakableDisk(4)
    try {
      disk.breakDown()
    } finally {
      disk.unmount()
    }
  })
