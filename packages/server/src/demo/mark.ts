import { Duplicate, type Store } from '@palaver/store'
import { EXIT, Problem } from '../problem.ts'
import { demoMarks, type Mark } from './collections.ts'

const ID = 'demo'

const markOf = (store: Store): Promise<Mark | null> => store.collection(demoMarks).get(ID)

type Marking = { store: Store; made: string; hasOrgs: () => Promise<boolean>; folder: string }

/** Marks a database that is new, before anything else is in it; refused where another has made it. */
export async function requireMark({ store, made, hasOrgs, folder }: Marking): Promise<Mark> {
  const known = await markOf(store)
  if (known !== null) return known
  if (await hasOrgs())
    throw new Problem(EXIT.usage, `The data in ${folder} is not the demo's: move that folder away, and start it again.`)
  const mark = { _id: ID, made, planted: [] }
  try {
    await store.collection(demoMarks).insert(mark)
    return mark
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error
    return (await markOf(store)) ?? mark
  }
}

/** It is there, and is not put there again. */
export async function notePlanted(store: Store, what: string): Promise<void> {
  await store.collection(demoMarks).update({ _id: ID }, { $addToSet: { planted: what } })
}

/** Where people are whom anyone can be, nobody serves others by mistake. */
export async function refuseDemoData(store: Store, folder: string): Promise<void> {
  if ((await markOf(store)) === null) return
  throw new Problem(
    EXIT.usage,
    `The data in ${folder} was made by the demo, whose people anyone can be: set PALAVER_DATA to another folder, or start with --demo-data if you mean this one.`,
  )
}
