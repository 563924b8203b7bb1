/** The post that has the focus once the one around a part is gone: the next one, or the one before it. */
export function nextOf(part: Element | null): () => void {
  const post = part?.closest('.post')
  const next = post?.nextElementSibling ?? post?.previousElementSibling
  return () =>
    void requestAnimationFrame(() => {
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    })
}
