/** What becomes of things that reports still tell of. */
export const archiving = (one: string, more: string) => ({
  verb: 'archive',
  summary: `Archives a ${one}: ${more}; for admins`,
  done: 'It is archived.',
})
