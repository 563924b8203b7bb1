/** `npm run torture -- comments`, `-- notifications`, `-- social` and `-- ads` are about the service, without a word it is about the store alone. */
const [, , subject] = process.argv
const isNamed = subject === 'comments' || subject === 'notifications' || subject === 'social' || subject === 'ads'
if (isNamed) process.argv.splice(2, 1)
if (subject === 'comments') await import('./comments-torture/main.ts')
else if (subject === 'notifications') await import('./notifications-torture/main.ts')
else if (subject === 'social') await import('./social-torture/main.ts')
else if (subject === 'ads') await import('./ads-torture/main.ts')
else await import('../../../store/src/testing/torture/main.ts')
