import type { OnProgress } from '@palaver/store'

type Output = { write(text: string): unknown; isTTY?: boolean; columns?: number }

const WIDTH = 24
const WORTH_SHOWING_MS = 500
const REDRAW_MS = 100

/** Shows work that takes a while: a bar that fills in a terminal, elsewhere a line at each tenth of the way. */
export function showProgress(output: Output, now: () => number = () => performance.now()): OnProgress {
  const show = output.isTTY === true ? bar(output, now) : lines(output)
  const began = new Map<string, number>()
  return (progress) => {
    const start = began.get(progress.task) ?? now()
    began.set(progress.task, start)
    if (now() - start >= WORTH_SHOWING_MS) show(progress)
  }
}

function bar(output: Output, now: () => number): OnProgress {
  let drawn = Number.NEGATIVE_INFINITY
  return ({ task, done, total }) => {
    const isDone = done >= total
    if (!isDone && now() - drawn < REDRAW_MS) return
    drawn = now()
    const filled = Math.round(share(done, total) * WIDTH)
    const text = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent(done, total)} ${task}`
    output.write(`\r\u001B[K${text.slice(0, (output.columns ?? 80) - 1)}${isDone ? '\n' : ''}`)
  }
}

function lines(output: Output): OnProgress {
  const said = new Map<string, number>()
  return ({ task, done, total }) => {
    const tenth = Math.floor(share(done, total) * 10)
    if (tenth <= (said.get(task) ?? -1)) return
    said.set(task, tenth)
    output.write(`${task}: ${percent(done, total)}\n`)
  }
}

const share = (done: number, total: number): number => (total <= 0 ? 1 : Math.min(1, done / total))
const percent = (done: number, total: number): string => `${Math.floor(share(done, total) * 100)} %`
