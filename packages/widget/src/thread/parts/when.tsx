import type { JSX } from 'preact'
import { useThread } from './use-thread.ts'

/** How long ago something was, with the moment itself for whoever points at it. */
export function When({ time }: { time: string }): JSX.Element {
  const { words, now } = useThread()
  return (
    <time dateTime={time} title={words.date(time)}>
      {words.ago(time, now)}
    </time>
  )
}
