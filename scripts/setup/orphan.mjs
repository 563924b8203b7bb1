const LOOK_MS = 500

/**
 * npm runs a script in a shell, and a shell such as dash dies of the SIGTERM that npm sends it without passing it on.
 * Calls `stop` once that shell is gone; does nothing where npm is not involved. Returns how to stop watching.
 */
export function onShellGone(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    stop()
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
