import type { Change } from './format.ts'

/** Changes a box as if it had been typed, so that it can be undone and whoever listens to the box hears it. */
export function apply(box: HTMLTextAreaElement, { at, put, select }: Change): void {
  box.focus()
  box.setSelectionRange(at.start, at.end)
  if (!typed(put)) {
    box.setRangeText(put, at.start, at.end, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: put }))
  }
  box.setSelectionRange(select.start, select.end)
}

/** Old, but the only way by which browsers keep what can be undone. */
function typed(text: string): boolean {
  try {
    return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  } catch {
    return false
  }
}
