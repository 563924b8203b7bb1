import type { Palaver, Problem } from '@palaver/client'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '../i18n/words.ts'
import type { Options } from './attributes.ts'

/** The service as the reader speaks to it, and who hears of what happens. */
export type Desk = {
  host: HTMLElement
  /** As somebody, where there is one: what is refused for a token that is no longer good is read as nobody. */
  palaver: Palaver
  isSomebody: boolean
  /** Language of the names. */
  locale: string
  words: Words
  emit: (name: string, detail?: unknown, isCancelable?: boolean) => boolean
}

export type Surroundings = { desk: Desk; words: Words; options: Options }

export const Around = createContext<Surroundings | null>(null)

export function useAround(): Surroundings {
  const around = useContext(Around)
  if (around === null) throw new Error('Topics are drawn outside of their element.')
  return around
}

/** Asks the page to let somebody sign in. */
export const askToSignIn = ({ emit }: Desk): void => void emit('palaver:login-required')

export const tellProblem = ({ emit }: Desk, problem: Problem): void => void emit('palaver:error', problem)
