import { runTorture } from '../run-torture.ts'
import { tortureComments } from './run.ts'

const USAGE = `Usage: npm run torture -- comments [--kills 1000] [--seed S]

The service runs under 16 clients that post, reply, edit, delete and vote in discussions of all three layouts; it is
killed (SIGKILL) at random moments and started again. Then what it has is compared with what it answered.
Ctrl-C ends it early, with what is known so far. The last line is JSON: kills, acknowledged, and what was found.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

await runTorture({ usage: USAGE, kills: 1_000, torture: tortureComments })
