import { runTorture } from '../run-torture.ts'
import { tortureNotifications } from './run.ts'

const USAGE = `Usage: npm run torture -- notifications [--kills 200] [--seed S]

The service runs under people who post, reply, mention each other and delete, with a real SMTP server beside it; it is
killed (SIGKILL) at random moments and started again. Then rows and mails are compared with what follows from the log.
Ctrl-C ends it early, with what is known so far. The last line is JSON: kills, mails, and what was found.
Exit codes: 0 nothing found, 1 something was, 2 wrong usage, 130 ended by Ctrl-C.
`

await runTorture({ usage: USAGE, kills: 200, torture: tortureNotifications })
