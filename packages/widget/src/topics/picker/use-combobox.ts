import type { Problem } from '@palaver/client'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { Topic } from '../model.ts'
import type { ComboboxProps } from './combobox.tsx'
import { useFound } from './use-found.ts'

export type Combo = {
  /** What is in the box while somebody types; null where it shows what is chosen. */
  typed: string | null
  options: readonly Topic[]
  /** Which of them Enter takes; -1 for none, as long as they are what was found by other words. */
  at: number
  /** Whether it is known what there is of that name, be it nothing. */
  isOpen: boolean
  problem: Problem | null
  type: (text: string) => void
  take: (topic: Topic | undefined) => void
  close: () => void
  press: (event: KeyboardEvent) => void
}

/** What was typed, what was found by it, and what keys do then. */
export function useCombobox({ chosen, choose, isOut }: Pick<ComboboxProps, 'chosen' | 'choose' | 'isOut'>): Combo {
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(-1)
  const { topics, problem, isKnown } = useFound(typed)
  const options = topics.filter((topic) => isOut?.(topic) !== true)
  const isOpen = typed !== null && (options.length > 0 || isKnown)
  useLayoutEffect(() => setAt(options.length > 0 ? 0 : -1), [topics])
  const close = (): void => setTyped(null)
  const take = (topic: Topic | undefined): void => {
    if (topic === undefined) return
    choose(topic)
    close()
  }
  const step = (by: 1 | -1): void => {
    const from = at === -1 && by === -1 ? 0 : at
    setAt(options.length === 0 ? -1 : (from + by + options.length) % options.length)
  }
  const opened: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => take(options[at]),
    Escape: close,
  }
  const closed: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setTyped(chosen?.name ?? ''),
    ...(chosen === null ? {} : { Escape: () => choose(null) }),
  }
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const does = (isOpen ? opened : closed)[event.key]
    if (does === undefined) return
    event.preventDefault()
    event.stopPropagation()
    does()
  }
  const type = (text: string): void => {
    if (text.trim() !== typed?.trim()) setAt(-1)
    setTyped(text)
    if (chosen !== null) choose(null)
  }
  return { typed, options, at, isOpen, problem, type, take, close, press }
}
