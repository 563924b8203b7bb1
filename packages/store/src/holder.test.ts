import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasDied, holderName } from './holder.ts'

const named = (parts: { host?: string; pid?: number; boot?: string }): string => {
  const [host, pid, boot, id] = holderName('id').split('|')
  return [parts.host ?? host, parts.pid ?? pid, parts.boot ?? boot, id].join('|')
}

test('who works in this process lives, and so does who works on another machine, as far as anybody knows', () => {
  expect([holderName('a'), named({ host: 'elsewhere', boot: 'other' }), 'some-id', ''].map(hasDied)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('a process of this machine has died when it does not run any more, or when this one has its number', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const name = named({ pid: child.pid ?? 0, boot: 'other' })
  expect([hasDied(name), hasDied(named({ boot: 'before' }))]).toEqual([false, true])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(hasDied(name)).toBe(true)
})
