import { type CollectionSpec, defineCollection } from './collection.ts'
import { UnsupportedOperator } from './errors.ts'

/** How far an ordered consumer has come in one partition, and who works on it now. */
export type ConsumerState = {
  _id: string
  name: string
  partition: number
  position: number
  holder: string
  /** Until when others leave it to the holder; saves work, protects nothing. */
  until: string
}

export const consumerStates = defineCollection<ConsumerState>({
  name: 'consumers',
  indexes: [{ name: 'partition', on: ['partition', 'name'] }],
})

/** The store's own collections come with every database. */
export function withSystemCollections(collections: readonly CollectionSpec[]): readonly CollectionSpec[] {
  const all = [consumerStates, ...collections]
  const names = all.map(({ name }) => name.toLowerCase())
  const twice = all.find((_, at) => names.indexOf(names[at] ?? '') !== at)
  if (twice !== undefined)
    throw new UnsupportedOperator(
      `Two collections are called "${twice.name}" (upper and lower case count as the same).`,
    )
  return all
}
