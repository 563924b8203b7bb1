import type { Problem } from '@palaver/client'
import { useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import type { Topic } from '../model.ts'
import { type Grove, open, refresh } from '../tree/acts.ts'
import { ROOT, withOpen } from '../tree/state.ts'
import type { Done } from './acts.ts'

/** What is said of the last change. */
export type Told = { kind: 'nothing' } | { kind: 'done' | 'undone'; done: Done } | { kind: 'refused'; problem: Problem }

/** What is written into a row: another name, or the name of a new topic. */
export type Editing = { kind: 'rename'; id: string } | { kind: 'add'; parent: string }

/** What is asked in front of all. */
export type Asking = { kind: 'to' | 'merge' | 'delete'; topic: Topic }

export type Arranging = {
  told: Told
  isBusy: boolean
  editing: Editing | null
  asking: Asking | null
  /** Whose menu is open. */
  menu: string | null
  showMenu: (id: string | null) => void
  edit: (editing: Editing | null) => void
  ask: (asking: Asking | null) => void
  /** Does it, says so, and shows how the tree is then; says what was refused, for who asks for more than it shows. */
  run: (act: () => Promise<Done>) => Promise<Done | null>
  undo: () => Promise<void>
  forget: () => void
}

const NOTHING: Told = { kind: 'nothing' }

export function useArranging(grove: Grove): Arranging {
  const [told, tell] = useState<Told>(NOTHING)
  const [isBusy, setBusy] = useState(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [asking, ask] = useState<Asking | null>(null)
  const [menu, showMenu] = useState<string | null>(null)
  const doing = async <T>(does: () => Promise<T>): Promise<T | null> => {
    setBusy(true)
    tell(NOTHING)
    const result = await does().catch((error: unknown) => {
      tell({ kind: 'refused', problem: problemIn(error) })
      return null
    })
    // Done or refused: what is shown is how it is.
    await refresh(grove)
    setBusy(false)
    return result
  }
  return {
    told,
    isBusy,
    editing,
    asking,
    ask,
    menu,
    showMenu,
    edit: (to) => {
      setEditing(to)
      if (to?.kind === 'add' && to.parent !== ROOT) void open(grove, to.parent)
    },
    run: async (act) => {
      const done = await doing(async () => {
        const found = await act()
        const { parent } = found.topic
        if (found.said === 'moved' && parent !== null) grove.set((before) => withOpen(before, parent, true))
        return found
      })
      if (done !== null) tell({ kind: 'done', done })
      return done
    },
    undo: async () => {
      if (told.kind !== 'done') return
      const { done } = told
      const isDone = await doing(async () => {
        await done.undo()
        return true
      })
      if (isDone === true) tell({ kind: 'undone', done })
    },
    forget: () => tell(NOTHING),
  }
}
