/** The post that has the focus once the one around a part is gone: the next one that is still there, or one before it. */
export function nextOf(part: Element | null): () => void {
  const post = part?.closest('.post') ?? null
  const all = [...(post?.parentElement?.children ?? [])]
  const at = all.findIndex((one) => one === post)
  const others = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0)).toReversed()]
  return () =>
    void requestAnimationFrame(() => {
      const next = others.find((one) => one.isConnected)
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
}
