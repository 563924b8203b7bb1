import { openSqlite } from '@palaver/store'
import { onTestFinished } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { ADMIN } from '../../comments/testing/ground.ts'
import type { Topics } from '../service.ts'
import { treeGround } from '../testing/ground.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { exported } from './export.ts'
import { readTopics } from './format.ts'
import { type Imported, importTopics, type Importing } from './import.ts'
import type { Format } from './wish.ts'

export type Ground = { topics: Topics; actor: Actor }

let ids = 0

export async function ground(): Promise<Ground> {
  const { topics, close } = await treeGround((collections) => openSqlite({ file: ':memory:', collections }))
  onTestFinished(close)
  return { topics, actor: ADMIN }
}

/** The same in an org that has no tree yet. */
export async function elsewhere({ topics }: Ground, org: string): Promise<Ground> {
  const actor = { ...ADMIN, org }
  await topics.trees.create(actor, { key: 'main', name: 'Main' })
  return { topics, actor }
}

type Options = Partial<Pick<Importing, 'deletesMissing' | 'atOnce' | 'isStopped' | 'onProgress'>>

export function importText({ topics, actor }: Ground, text: string, options: Options = {}): Promise<Imported> {
  const needs = { topics, holds: async () => false, now: () => Date.UTC(2026, 0, 1), newId: () => `import-${++ids}` }
  const importing = { actor, tree: 'main', wanted: readTopics(text, null), deletesMissing: false }
  return importTopics(needs, { ...importing, ...options })
}

export const treeOf = ({ topics, actor }: Ground): Promise<Snapshot> => topics.tree(actor.org, 'main')

export const exportText = async (ground: Ground, format: Format): Promise<string> =>
  [...exported(await treeOf(ground), format)].join('')

/** Each live topic by its ref, or else its key: names from the root on. */
export const pathsOf = (snapshot: Snapshot): Map<string, string> =>
  new Map(
    [...snapshot.below(null)].map((topic) => [
      topic.ref ?? topic.key,
      [...snapshot.ancestorsOf(topic.key), topic].map(({ name }) => name).join(' > '),
    ]),
  )
