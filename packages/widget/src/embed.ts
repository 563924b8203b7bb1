import { BellElement } from './elements/bell-element.ts'
import { CountElement } from './elements/count-element.ts'
import { FrameElement } from './elements/frame-element.ts'
import { ThreadElement } from './elements/thread-element.ts'
import { TopicsElement } from './elements/topics-element.ts'

const ELEMENTS = {
  'palaver-thread': ThreadElement,
  'palaver-frame': FrameElement,
  'palaver-count': CountElement,
  'palaver-bell': BellElement,
  'palaver-topics': TopicsElement,
  'palaver-feed': class extends TopicsElement {},
  'palaver-person': class extends TopicsElement {},
  'palaver-ad': class extends BellElement {},
}

// A page may load this more than once, as single-page apps do.
for (const [name, element] of Object.entries(ELEMENTS))
  if (customElements.get(name) === undefined) customElements.define(name, element)
