import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OutboundFailed, OutboundRefused } from '../../hooks/outbound.ts'
import { Courier, CourierLost } from './courier.ts'
import { fresh } from './encrypt.ts'
import type { Parcel } from './parcel.ts'
import { type Device, type PushService, pushService } from './testing/push-service.ts'
import { Vapid } from './vapid.ts'

const NOW = Date.UTC(2026, 0, 5, 12)
const MESSAGE = { title: 'Ada replied', body: 'Yes', url: null, tag: 't', person: 'bob', notification: 'e1' }
const VAPID = new Vapid({ contact: 'mailto:ops@palaver.dev', now: () => NOW })
const { sender } = fresh()
const KEY = {
  publicKey: sender.getPublicKey('base64url'),
  privateKey: Buffer.from(sender.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  created: new Date(NOW).toISOString(),
}
const never = new AbortController().signal

function parcelFor({ ca }: PushService, { subscription }: Device, more: Partial<Parcel> = {}): Parcel {
  const { endpoint, keys } = subscription
  const headers = { authorization: VAPID.authorization(endpoint, KEY), ttl: '60' }
  const payload = Buffer.from(JSON.stringify(MESSAGE))
  return { endpoint, keys, payload, headers, timeoutMs: 60_000, allowPrivate: true, ca, ...more }
}

describe('a courier', () => {
  it('has messages encrypted and sent by another thread, many at a time', async () => {
    const service = await pushService()
    const devices = Array.from({ length: 20 }, () => service.subscribe())
    const { carry } = new Courier()
    const answers = await Promise.all(devices.map((device) => carry(parcelFor(service, device), never)))
    expect(answers.map(({ status }) => status)).toEqual(devices.map(() => 201))
    expect(devices.map(({ got }) => got.map(({ message }) => message))).toEqual(devices.map(() => [MESSAGE]))
  })

  it('tells what a push service answers, and what it asks for', async () => {
    const service = await pushService()
    const device = service.subscribe()
    device.answer({ status: 429, headers: { 'retry-after': '7' } })
    const answer = await new Courier().carry(parcelFor(service, device), never)
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  })

  it('fails as if it had been asked here: refused, silent, or no message at all', async () => {
    const service = await pushService()
    const device = service.subscribe()
    const { carry } = new Courier()
    const refused = parcelFor(service, device, { allowPrivate: false })
    await expect(carry(refused, never)).rejects.toBeInstanceOf(OutboundRefused)
    const nowhere = parcelFor(service, device, { endpoint: 'https://127.0.0.1:1/send' })
    await expect(carry(nowhere, never)).rejects.toBeInstanceOf(OutboundFailed)
    const tooLong = parcelFor(service, device, { payload: Buffer.alloc(5000) })
    const failure = await carry(tooLong, never).catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(OutboundFailed)
    expect(String(failure)).toMatch(/at most 3993 bytes/)
  })

  it('gives up what is on its way when it is told to', async () => {
    const service = await pushService()
    const device = service.subscribe()
    device.answer('hang')
    const stopping = new AbortController()
    const carrying = new Courier().carry(parcelFor(service, device), stopping.signal)
    await expect.poll(() => service.asked()).toBe(1)
    stopping.abort()
    await expect(carrying).rejects.toBeInstanceOf(OutboundFailed)
  })

  it('lets what was under way fail where its thread ends, and goes on with another', async () => {
    const service = await pushService()
    const device = service.subscribe()
    device.answer('hang')
    const courier = new Courier()
    const lost = courier.carry(parcelFor(service, device), never)
    await expect.poll(() => service.asked()).toBe(1)
    courier.end()
    await expect(lost).rejects.toBeInstanceOf(CourierLost)
    device.answer(201)
    expect(await courier.carry(parcelFor(service, device), never)).toMatchObject({ status: 201 })
  })

  it('sends nothing any more of what it said was lost', async () => {
    const service = await pushService()
    const courier = new Courier()
    expect(await courier.carry(parcelFor(service, service.subscribe()), never)).toMatchObject({ status: 201 })
    const lost = courier.carry(parcelFor(service, service.subscribe()), never)
    courier.end()
    await expect(lost).rejects.toBeInstanceOf(CourierLost)
    await courier.carry(parcelFor(service, service.subscribe()), never)
    expect(service.asked()).toBe(2)
  })

  it('lets fail by itself what cannot be handed to a thread', async () => {
    const service = await pushService()
    const courier = new Courier()
    const odd = { ...parcelFor(service, service.subscribe()), headers: { ttl: () => 60 } } as unknown as Parcel
    await expect(courier.carry(odd, never)).rejects.toBeInstanceOf(CourierLost)
    expect(await courier.carry(parcelFor(service, service.subscribe()), never)).toMatchObject({ status: 201 })
  })

  it('keeps a process alive while somebody waits for it, and no longer', async () => {
    const parcel = { endpoint: 'https://127.0.0.1:1/', keys: { p256dh: '', auth: '' }, payload: [], headers: {} }
    const program = `
      const { Courier } = await import('${new URL('courier.ts', import.meta.url).href}')
      const parcel = { ...${JSON.stringify(parcel)}, timeoutMs: 1000, allowPrivate: true }
      await new Courier().carry(parcel, new AbortController().signal).catch(({ message }) => console.log('failed:', message))
    `
    const folder = mkdtempSync(join(tmpdir(), 'palaver-courier-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'program.mjs')
    writeFileSync(file, program)
    // Where its thread holds the process, that is for a minute.
    const run = promisify(execFile)(process.execPath, ['--conditions=source', file], { timeout: 50_000 })
    expect((await run).stdout).toMatch(/^failed: Public key/)
  })
})
