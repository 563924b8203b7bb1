const STEPS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** From post to post, as screen readers and keyboards expect it of a feed. Whoever types goes nowhere. */
export function moveAmong(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof Element) || target.closest('textarea, input, select, dialog') !== null)
    return
  const posts = [...currentTarget.children].filter((child): child is HTMLElement => child.matches('.post'))
  const to = posts[posts.findIndex((post) => post.contains(target)) + step]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}
