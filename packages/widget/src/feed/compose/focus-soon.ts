/** Hands the focus on once what is shown has changed: to the part of the box that has these, the one `at` that place. */
export function focusSoon(part: Element, selector: string, at = 0): void {
  const box = part.closest('form')
  requestAnimationFrame(() => {
    const found = [...(box?.querySelectorAll<HTMLElement>(selector) ?? [])]
    found[Math.min(at, found.length - 1)]?.focus()
  })
}
