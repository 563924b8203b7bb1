/**
 * For tests that kill the process at one point of its work: `FAULT_POINT=A6` ends it, as by SIGKILL, when it comes to
 * the point A6; `A6:3` when it comes there for the third time. Without the variable this does nothing.
 */
const [wanted, times = '1'] = (process.env['FAULT_POINT'] ?? '').split(':')
let left = Number(times)

export function faultAt(point: string): void {
  if (point === wanted && --left === 0) process.kill(process.pid, 'SIGKILL')
}
