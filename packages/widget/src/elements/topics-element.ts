import type { Core } from './base.ts'
import { BellElement, type Mounter } from './bell-element.ts'

/** `<palaver-topics>`: the tree of topics, a way in it, or a page of it. What loads later reads all other attributes. */
export class TopicsElement extends BellElement {
  static readonly formAssociated = true

  override async mounter({ loadTopics }: Core): Promise<Mounter> {
    return (await loadTopics()).mountTopics
  }
}
