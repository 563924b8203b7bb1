import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Post } from '../social/model.ts'

/** What a post tells the list that it stands in. */
export type List = {
  put: (post: Post) => void
  drop: (id: string) => void
  /** Takes out what somebody wrote, whoever passes it on. */
  dropAllOf: (person: string) => void
  add: (post: Post) => void
}

export const InList = createContext<List>({ put: () => {}, drop: () => {}, dropAllOf: () => {}, add: () => {} })

export const useList = (): List => useContext(InList)
