/** How long each task took that took longer than 50 ms, and when the last of them was over. */
globalThis.longTasks = { each: [], lastMs: 0 }
new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries()) {
    longTasks.each.push(duration)
    longTasks.lastMs = startTime + duration
  }
}).observe({ type: 'longtask', buffered: true })
