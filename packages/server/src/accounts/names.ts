import { lineOfText } from '../api/fields.ts'

/** They turn the text around them, so that a name could read as another, or turn what stands behind it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu
/** Takes room, or none, and shows nothing: joiners, fillers, variation selectors, the empty Braille cell. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

const straight = (name: string): string => name.replace(TURNING, '').trim()
const isSeen = (name: string): boolean => SEEN.test(name.replace(UNSEEN, ''))

/** What others see somebody called. */
export const shownName = (most: number) =>
  lineOfText(most).overwrite(straight).refine(isSeen, 'must have a character that can be seen')
