/** `npm run torture -- comments` is about the service, without a word it is about the store alone. */
const [, , subject] = process.argv
if (subject === 'comments') {
  process.argv.splice(2, 1)
  await import('./comments-torture/main.ts')
} else await import('../../../store/src/testing/torture/main.ts')
