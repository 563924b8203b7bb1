/** Brings comments and goes to the first of them: the button that was pressed may be gone then. */
export async function showNew(button: HTMLElement, bring: () => Promise<void>): Promise<void> {
  const root = button.getRootNode() as ShadowRoot
  const all = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.comment')]
  const before = new Set(all())
  await bring()
  requestAnimationFrame(() => {
    // Whoever has gone elsewhere meanwhile stays there.
    if (root.activeElement !== button && document.activeElement !== document.body) return
    all()
      .find((one) => !before.has(one))
      ?.focus({ preventScroll: true })
  })
}
