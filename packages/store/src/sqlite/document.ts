import type { Doc } from '../dialect/value.ts'
import { StorageProblem } from '../errors.ts'

/** What the store wrote can be read; if not, the file is damaged, and whoever asked is told so. */
export function parseDocument(json: string): Doc {
  try {
    return JSON.parse(json) as Doc
  } catch (error) {
    const start = JSON.stringify(json.slice(0, 40))
    throw new StorageProblem('damaged', `A document is damaged (it begins with ${start}): run \`palaver verify\`.`, {
      cause: error,
    })
  }
}
