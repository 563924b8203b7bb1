/**
 * Where a row of a list goes with the button that was pressed in it, the focus goes to the row that takes its place, or to
 * the list: whoever uses a keyboard is not thrown out of what they were doing.
 */
export function stayNear(part: Element | null, otherwise?: () => HTMLElement | null): () => void {
  const row = part?.closest('li') ?? null
  const list = row?.parentElement ?? null
  const at = [...(list?.children ?? [])].findIndex((one) => one === row)
  return () =>
    void requestAnimationFrame(() => {
      // The last one takes the list along.
      const rows = list?.isConnected === true ? list.children : undefined
      const next = rows?.[Math.min(at, rows.length - 1)]?.querySelector<HTMLElement>('a[href], button')
      ;(next ?? otherwise?.() ?? list)?.focus()
    })
}
