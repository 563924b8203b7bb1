import type { Former } from '../model.ts'
import type { Documents } from './read.ts'

/** What is wrong with a place that a topic is said to have left. */
export type WrongFormer = { former: Former; says: string }

export function wrongFormers({ tree, topics, formers }: Documents): WrongFormer[] {
  const keys = new Set(topics.map(({ key }) => key))
  const isNew = new Set(tree.pending?.changes.filter((change) => change.isNew).map(({ key }) => key))
  const isThere = (key: string): boolean => keys.has(key) || isNew.has(key)
  const newest = tree.pending?.version ?? tree.version
  return formers.flatMap((former): WrongFormer[] => {
    const { topic, parent, from, until } = former
    if (!isThere(topic)) return [{ former, says: `it is of the topic ${topic}, which is not there` }]
    if (parent !== null && !isThere(parent)) return [{ former, says: `it lies under ${parent}, which is not there` }]
    if (from < until && until <= newest) return []
    return [{ former, says: `it was there from ${from} until ${until}, and the tree is at ${newest}` }]
  })
}
