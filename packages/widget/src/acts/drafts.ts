import type { Options } from '../thread/options.ts'

type Whose = Pick<Options, 'org' | 'resource'>

const nameOf = ({ org, resource }: Whose, parent: string | null): string =>
  `palaver:draft:${JSON.stringify([org, resource.type, resource.id, parent])}`

/** What was begun before the page was left; empty where nothing was. */
export const draftOf = (whose: Whose, parent: string | null): string =>
  kept((all) => all.getItem(nameOf(whose, parent))) ?? ''

export function keepDraft(whose: Whose, parent: string | null, text: string): void {
  if (text.trim() === '') forgetDraft(whose, parent)
  else kept((all) => all.setItem(nameOf(whose, parent), text))
}

export function forgetDraft(whose: Whose, parent: string | null): void {
  kept((all) => all.removeItem(nameOf(whose, parent)))
}

/** Pages may forbid it, and it may be full: then nothing is kept. */
function kept<T>(use: (all: Storage) => T): T | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
