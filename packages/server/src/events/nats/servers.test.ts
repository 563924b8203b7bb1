import { expect, it } from 'vitest'
import { serversOf } from './servers.ts'

it('reads where the servers are and how to sign in', () => {
  expect(serversOf('nats://127.0.0.1:4222')).toEqual({ servers: ['127.0.0.1:4222'] })
  expect(serversOf('nats://ann:p%40ss:w@a:4222,b:4223')).toEqual({
    servers: ['a:4222', 'b:4223'],
    user: 'ann',
    pass: 'p@ss:w',
  })
  expect(serversOf('tls://secret@a')).toEqual({ servers: ['a'], token: 'secret', tls: {} })
})
