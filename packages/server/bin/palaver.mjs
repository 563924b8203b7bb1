#!/usr/bin/env node
// `npx palaver …` in a clone: the same way as `npm run palaver -- …`.
process.argv.splice(2, 0, 'palaver')
await import('../../../scripts/run.mjs')
