import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exported } from '../../categories/exchange/export.ts'
import type { Context } from '../../context.ts'
import { EXIT, type ExitCode, Problem, systemCode } from '../../problem.ts'
import { type Given, number, requireTree } from './given.ts'

export async function topicsExport(context: Context, given: Given, org: string): Promise<ExitCode> {
  const { out, format = 'json', json } = given
  const tree = await requireTree(context, org, given.tree)
  const snapshot = await context.topics.snapshots.at(tree)
  if (out === undefined) {
    await pipeline(Readable.from(exported(snapshot, format)), process.stdout, { end: false })
    return EXIT.ok
  }
  await write(out, exported(snapshot, format))
  const topics = [...snapshot.below(null)].length
  const done = { tree: tree.key, format, file: out, topics, version: snapshot.version }
  const text = `${number(topics)} topics of ${tree.key} are written to ${out}.\n`
  process.stdout.write(json === true ? `${JSON.stringify(done)}\n` : text)
  return EXIT.ok
}

/** It gets its name when it is whole. */
async function write(file: string, parts: Iterable<string>): Promise<void> {
  const part = `${file}.${process.pid}.part`
  try {
    await pipeline(Readable.from(parts), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    const code = systemCode(error)
    if (code === '') throw error
    throw new Problem(EXIT.environment, `${file} cannot be written (${code}).`, { cause: error })
  }
}
