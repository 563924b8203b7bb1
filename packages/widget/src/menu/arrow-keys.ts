const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus among the items of a menu, as keys say; a letter leads to the next item that begins with it. */
export function moveByKey(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = items.findIndex((item) => item.matches(':focus'))
  const step = STEPS[event.key]
  const to = step === undefined ? byLetter(event, items, at) : items[step(at, items.length - 1)]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

function byLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: readonly HTMLElement[], at: number) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const begins = (item: HTMLElement): boolean =>
    item.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase())
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)
}
