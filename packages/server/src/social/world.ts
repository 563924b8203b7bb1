import type { NewEvent } from '@palaver/store'

/** Clock and names are passed in, so that tests decide them. */
export type World = {
  now: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
  newId: () => string
  newPart: () => string
}

export const momentOf = ({ now }: Pick<World, 'now'>): string => new Date(now()).toISOString()

type Told = Pick<NewEvent, 'org' | 'subject' | 'op' | 'at'> &
  Partial<Pick<NewEvent, '_id' | 'before' | 'after' | 'actor'>>

/** An event of this module; `subject` is the person or post that it belongs to. */
export const socialEvent = ({ newId }: Pick<World, 'newId'>, type: 'follow' | 'post', told: Told): NewEvent => ({
  ...told,
  _id: told._id ?? newId(),
  type,
})
