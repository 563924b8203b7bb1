import { runTorture } from '../run-torture.ts'
import { tortureSocial } from './run.ts'

const USAGE = `Usage: npm run torture -- social [--kills 100] [--seed S]

A few people post and delete under the service, thousands follow them, and it is killed (SIGKILL) at random moments while
it brings posts to them. Then the news of all are compared with what was acknowledged.
Ctrl-C ends it early, with what is known so far. The last line is JSON: kills, posts, and what was found.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

await runTorture({ usage: USAGE, kills: 100, torture: tortureSocial })
