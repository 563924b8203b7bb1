import type { Outcome } from '../acts/posting.ts'
import { tell } from '../acts/saying.ts'
import type { Surroundings } from '../thread/parts/use-thread.ts'

/** Says what became of a text to whoever cannot see it; what failed says so itself. */
export async function announce({ store, words }: Surroundings, outcome: Promise<Outcome>): Promise<void> {
  const became = await outcome
  if (became !== 'failed') tell(store, words.say(`comment.${became}`))
}
