const ID = 'unreached'

/** Says what did not come, and offers to try again: in English, as all other words are in what did not come. */
export function sayUnreached(root: ShadowRoot, again: () => void, what = 'comments'): void {
  if (root.getElementById(ID) !== null) return
  const note = document.createElement('p')
  const button = document.createElement('button')
  Object.assign(note, { id: ID, role: 'alert', lang: 'en' })
  Object.assign(button, { type: 'button', textContent: 'Try again', onclick: again })
  note.append(`The ${what} cannot be shown now. `, button)
  root.append(note)
}

export const takeBack = (root: ShadowRoot): void => root.getElementById(ID)?.remove()
