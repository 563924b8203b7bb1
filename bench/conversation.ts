import { type Comment, commentOf, conversation, type ConversationPlan, type Utterance } from '@palaver/server'

const TEXTS = 4_000

/** Rendered once and taken in turns: a million comments would take minutes to render. */
function texts(): (number: number) => Pick<Comment, 'text' | 'html' | 'mentions'> {
  const plan = { seed: 'texts', count: TEXTS, published: 0, maxDepth: 10 }
  const all = Array.from(conversation(plan), (said) => {
    const { text, html, mentions } = commentOf(said, '')
    return { text, html, mentions }
  })
  const first = all[0] ?? { text: '', html: '', mentions: [] }
  return (number) => all[number % TEXTS] ?? first
}

function* withTexts(said: Iterable<Utterance>): Generator<Comment> {
  const textOf = texts()
  for (const utterance of said)
    yield { ...commentOf({ ...utterance, text: '' }, `e${utterance.number}`), ...textOf(utterance.number) }
}

/** As people talk. */
export const lively = (plan: ConversationPlan): Generator<Comment> => withTexts(conversation(plan))

const BLOCK = 100
const ROOTS = 20

/**
 * The same everywhere, so that a page of a large discussion holds what one of a small discussion holds: in every
 * hundred 20 roots, 3 replies to each of them, and one reply to the first of these.
 */
export const even = (plan: ConversationPlan): Generator<Comment> => withTexts(evenly(plan))

function* evenly(plan: ConversationPlan): Generator<Utterance> {
  let block: Utterance[] = []
  for (const said of conversation({ ...plan, maxDepth: 0 })) {
    const at = said.number % BLOCK
    if (at === 0) block = []
    const parent = at < ROOTS ? undefined : block[at < 4 * ROOTS ? at % ROOTS : at - 3 * ROOTS]
    const placed = parent === undefined ? said : under(said, parent)
    block.push(placed)
    yield placed
  }
}

function under(said: Utterance, { slug, fullSlug, depth, number, author }: Utterance): Utterance {
  const path = { slug: `${slug}/${said.slug}`, fullSlug: `${fullSlug}/${said.fullSlug}` }
  return { ...said, ...path, depth: depth + 1, parent: { slug, fullSlug, depth, number, author, opening: '' } }
}
