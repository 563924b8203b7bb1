import type { Msg } from '@nats-io/transport-node'
import { z } from 'zod'
import { localSignals, type Signals } from '../signals.ts'
import type { NatsLink } from './connect.ts'

type Needs = { link: NatsLink; database: string; onError: (error: unknown) => void }

const signal = z.strictObject({
  partition: z.int().min(0),
  seq: z.int().min(1),
  subject: z.string(),
  event: z.string(),
})

type NatsSignals = Signals & {
  /** Calls for what happened on other nodes only. */
  ofOthers: Signals['subscribe']
}

/** Signals by a plain subject: who is not there misses them, and learns of it from the log. */
export function natsSignals({ link, database, onError }: Needs): NatsSignals {
  const here = localSignals(onError)
  const others = localSignals(onError)
  const subject = `palaver.${database}.live`
  const callback = (error: Error | null, message: Msg): void => {
    if (error !== null) return onError(error)
    const { success, data } = signal.safeParse(parsed(message))
    if (!success) return
    here.publish(data)
    others.publish(data)
  }
  link.onUp((connection) => connection.subscribe(subject, { callback }))
  return {
    subscribe: here.subscribe,
    ofOthers: others.subscribe,
    publish: (told) => {
      here.publish(told)
      try {
        link.up?.publish(subject, JSON.stringify(told))
      } catch (error) {
        onError(error)
      }
    },
  }
}

function parsed(message: Msg): unknown {
  try {
    return message.json()
  } catch {
    return null
  }
}
