/** A box that closes gives the focus to the button that opened it, or where that is not drawn now, to its comment. */
export function giveFocusBack(box: HTMLElement | null): void {
  const comment = box?.closest<HTMLElement>('.comment')
  if (box?.matches(':focus-within') !== true) return
  const to = comment?.querySelector<HTMLElement>('.acts [part=reply]') ?? comment
  to?.focus({ preventScroll: true })
}
