import type { Consumer } from '@palaver/store'
import type { Signals } from '../signals.ts'

/** Of one partition, so often at most: whoever does not hold it asks the database each time. */
const REST_MS = 100

/** Wakes consumers when signals come: at once for the first, and once more for those that follow within the rest. */
export function wakeBy(subscribe: Signals['subscribe'], consumers: readonly Pick<Consumer, 'wake'>[]): () => void {
  const resting = new Map<number, NodeJS.Timeout>()
  const again = new Set<number>()
  const wake = (partition: number): void => {
    for (const consumer of consumers) consumer.wake(partition)
    resting.set(partition, setTimeout(rested, REST_MS, partition).unref())
  }
  const rested = (partition: number): void => {
    resting.delete(partition)
    if (again.delete(partition)) wake(partition)
  }
  const stop = subscribe(({ partition }) => {
    if (resting.has(partition)) again.add(partition)
    else wake(partition)
  })
  return () => {
    stop()
    for (const timer of resting.values()) clearTimeout(timer)
  }
}
