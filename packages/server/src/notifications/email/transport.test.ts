import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TryLater } from '../../events/queue-model.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import type { Mail } from './compose.ts'
import { DomainRate } from './domain-rate.ts'
import { outboxSentence, outboxTransport } from './outbox.ts'
import { SmtpTransport } from './smtp.ts'
import { startMailServer } from './testing/start-mail-server.ts'

const mail = (to: string): Mail => ({
  from: 'c@c.example',
  to,
  raw: Buffer.from(`From: c@c.example\r\nTo: ${to}\r\nSubject: x\r\n\r\nhello\r\n`),
  messageId: '<window.0123456789abcdef@c.example>',
})
const signal = AbortSignal.timeout(60_000)

describe('mail', () => {
  it('lies in the outbox where no server is set, in the order of time', async () => {
    const folder = await tempFolder()
    let now = Date.UTC(2026, 0, 1)
    const outbox = outboxTransport({ folder, now: () => now })
    for (const to of ['a@a.example', 'b@b.example']) {
      await outbox.send(mail(to), signal)
      now += 1000
    }
    const names = (await readdir(join(folder, 'outbox'))).toSorted()
    const read = await Promise.all(names.map((name) => readFile(join(folder, 'outbox', name), 'utf8')))
    expect(read.map((text) => /To: (.*)\r/.exec(text)?.[1])).toEqual(['a@a.example', 'b@b.example'])
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true)
    expect(outboxSentence('data')).toContain(join('data', 'outbox'))
  })

  it('I14: goes to one domain only so fast, to each window at its own time, and to others meanwhile', () => {
    let now = 0
    const rate = new DomainRate({ perSecond: 2, now: () => now })
    const waits = () => ['w1', 'w2', 'w3', 'w4', 'w5'].map((who) => rate.waitFor('a', who))
    expect(waits()).toEqual([0, 0, 500, 1000, 1500])
    expect(waits()).toEqual([0, 0, 500, 1000, 1500])
    expect(rate.waitFor('b', 'other')).toBe(0)
    now += 500
    expect(waits()).toEqual([0, 0, 0, 500, 1000])
    for (const who of ['w1', 'w2', 'w3']) rate.used(who)
    expect(waits()).toEqual([1500, 2000, 2500, 500, 1000])
  })

  it('I14: a place that nobody came for is given up, and none is kept too far ahead', () => {
    let now = 0
    const rate = new DomainRate({ perSecond: 1, now: () => now })
    const waits = Array.from({ length: 400 }, (_, n) => rate.waitFor('a', `w${n}`))
    expect([Math.max(...waits), new Set(waits).size]).toEqual([300_000, 301])
    now += 3_600_000
    expect([rate.waitFor('a', 'w7'), rate.waitFor('a', 'w8')]).toEqual([0, 1000])
  })

  it('I14: is not limited where the limit is 0', () => {
    const rate = new DomainRate({ perSecond: 0, now: () => 0 })
    expect(Array.from({ length: 1000 }, (_, n) => rate.waitFor('a', `w${n}`)).every((ms) => ms === 0)).toBe(true)
  })

  it('I14: is not sent in the clear where the address demands encryption', async () => {
    const server = await startMailServer()
    const smtp = new SmtpTransport({ url: server.url.replace('smtp:', 'smtps:'), now: () => 0, random: () => 0 })
    onTestFinished(smtp.close)
    await expect(smtp.send(mail('a@a.example'), signal)).rejects.toBeInstanceOf(TryLater)
    expect([smtp.isReady(), server.mails]).toEqual([false, []])
  })

  it('waits longer each time while the server cannot be reached', async () => {
    const server = await startMailServer()
    await server.stop()
    let now = 0
    const smtp = new SmtpTransport({ url: server.url, now: () => now, random: () => 0 })
    onTestFinished(smtp.close)
    const pauses: number[] = []
    for (let n = 0; n < 8; n++) {
      const error = await smtp.send(mail('a@a.example'), signal).catch((failed: unknown) => failed)
      if (!(error instanceof TryLater)) throw error
      pauses.push(error.afterMs)
      now += error.afterMs
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000])
  })
})
