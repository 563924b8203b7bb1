import { hash } from 'node:crypto'
import { fieldsOfId, idOf } from '@palaver/store'
import { topics } from './collections.ts'

/** A tree is found by its org and name alone. */
export const treeId = (org: string, key: string): string =>
  hash('sha256', JSON.stringify(['tree', org, key]), 'base64url').slice(0, 22)

/** What a topic is called outside: its tree and its key, so that it is found by that alone. */
export const topicId = (tree: string, key: string): string => idOf(topics, { tree, key })

export function partsOf(id: string): { tree: string; key: string } | null {
  const { tree = '', key = '' } = fieldsOfId(topics, id) ?? {}
  return tree === '' || key === '' ? null : { tree, key }
}

/** The same for a repeat of the same request, and for another import of the same thing. */
export const keyFrom = (...names: readonly string[]): string =>
  hash('sha256', JSON.stringify(names), 'base64url').replace(/[-_]/g, '').slice(0, 12)
