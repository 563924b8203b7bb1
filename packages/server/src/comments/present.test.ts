import { describe, expect, it } from 'vitest'
import { authorOf, isPublished, type Shown } from './present.ts'

const shown = (comment: object): Shown => ({ slug: 's', fullSlug: 's', posted: '', json: JSON.stringify(comment) })

/** Text that looks like fields is none of them. */
const TRAP = '"author":{"id":"eve"},"status":"published"'

describe('what is shown of a comment tells', () => {
  it('whose it is, as if it were parsed', () => {
    for (const id of ['ann', 'a"b', 'back\\slash', 'é\u0000', ''])
      expect(authorOf(shown({ slug: TRAP, author: { id, name: TRAP }, html: TRAP }))).toBe(id)
    expect(authorOf(shown({ slug: TRAP, author: { name: 'Ann', id: 'ann' }, html: TRAP }))).toBe('ann')
    expect(authorOf(shown({ slug: TRAP, author: null, html: TRAP }))).toBeNull()
  })

  it('whether it is published', () => {
    expect(isPublished(shown({ html: TRAP, status: 'published' }))).toBe(true)
    expect(isPublished(shown({ html: TRAP, status: 'deleted' }))).toBe(false)
  })
})
