/** What work brings within so many ms; else null, and what it brings later is given to `late`. */
export function within<T>(ms: number, work: Promise<T>, late: (answer: T) => void): Promise<T | null> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      resolve(null)
    }, ms)
    work.then(
      (answer) => {
        clearTimeout(timer)
        if (isOver) late(answer)
        else resolve(answer)
      },
      (error: Error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
