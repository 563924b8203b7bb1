import { BellElement, rootOf } from './bell-element.ts'
import { sayUnreached } from './unreached.ts'

/** `<palaver-topics>`: the tree of topics, a way in it, or a page of it. What loads later reads all other attributes. */
export class TopicsElement extends BellElement {
  static readonly formAssociated = true

  /** What the page itself has put there is worth more than an excuse. */
  override unreached(again: () => void): void {
    if (this.textContent.trim() === '') sayUnreached(rootOf(this), again, this.localName.slice(8))
    this.dispatchEvent(
      new CustomEvent('palaver:error', {
        detail: { code: 'network', detail: 'the program did not come through' },
        bubbles: true,
        composed: true,
      }),
    )
  }
}
