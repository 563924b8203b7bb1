import { pageAround } from '../thread/page-around.ts'
import { hashOf } from '../thread/permalink.ts'

/** Where a comment is, for others. */
export const addressOf = (slug: string): string => pageAround().url + hashOf(slug)

/** Browsers refuse it to pages that are not safe, and to frames that may not. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
