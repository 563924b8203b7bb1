import * as z from 'zod'
import { textIn } from '../folding.ts'
import { WordList } from '../word-list.ts'
import { actionField, definePhase } from './phase.ts'

/** One for each version of an org's rules. */
const prepared = new WeakMap<readonly string[], WordList>()

/** Words and phrases, as they were typed and as they are shown: `b**a**d` is `bad`. */
export const words = definePhase({
  name: 'words',
  settings: { words: z.array(z.string().trim().min(1).max(100)).max(5_000), action: actionField },
  look: async ({ text, html }, { words: listed, action }) => {
    const list = prepared.get(listed) ?? new WordList(listed)
    prepared.set(listed, list)
    const shown = textIn(html)
    const isFound = list.isIn(text) || (shown.trim() !== text.trim() && list.isIn(shown))
    if (!isFound) return null
    return { is: action, reason: 'The text has a word in it that is not welcome here.' }
  },
})
