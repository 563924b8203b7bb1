/** Puts the focus on something, and again where it is drawn anew at another place by what is done now. */
export function focusStaying(part: HTMLElement | null): void {
  const root = part?.getRootNode()
  if (part === null || !(root instanceof ShadowRoot)) return
  part.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    if (root.activeElement === null) root.getElementById(part.id)?.focus()
  })
}
