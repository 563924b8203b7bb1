const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Arrow keys, Home and End go from button to button inside of what listens, as the page reads. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { currentTarget: row, key } = event
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const turn = getComputedStyle(row).direction === 'rtl' ? -1 : 1
  const step = STEPS[key]
  const to = key === 'Home' ? 0 : key === 'End' ? -1 : step === undefined ? null : (at + step * turn) % buttons.length
  if (to === null) return
  event.preventDefault()
  buttons.at(to)?.focus()
}
