import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:https'
import { createTransport } from 'nodemailer'
import { encrypt, fresh } from '../notifications/push/encrypt.ts'

/**
 * A program for benchmarks: encrypts pushes and hands them and mails over to the sinks, and does nothing else: nobody
 * who tells as many people by these channels can be faster in one thread. It tells its parent how long that took.
 */
type Asked = { pushes: number; mails: number; smtp: string; push: string; keys: { p256dh: string; auth: string } }

const asked = JSON.parse(process.env['ASKED'] ?? '{}') as Asked
const CONNECTIONS = 32
const PAYLOAD = randomBytes(300)
const WARMING = 300
const MAIL = ['From: a@example.org', 'To: b@example.org', 'Subject: News', '', 'A comment. '.repeat(200)].join('\r\n')

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const pool = createTransport({ url: asked.smtp, pool: true, maxConnections: 5, maxMessages: Infinity })

const push = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = encrypt(PAYLOAD, asked.keys, fresh())
    const headers = { ttl: '60', 'content-encoding': 'aes128gcm', 'content-length': body.length }
    request(asked.push, { method: 'POST', agent, headers }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(body)
  })

const mail = async (): Promise<void> => {
  await pool.sendMail({ envelope: { from: 'a@example.org', to: 'b@example.org' }, raw: MAIL })
}

async function many(count: number, work: () => Promise<void>): Promise<void> {
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun++ < count) await work()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

await Promise.all([many(WARMING, push), many(WARMING, mail)])
const from = performance.now()
await Promise.all([many(asked.pushes, push), many(asked.mails, mail)])
process.send?.({ ms: performance.now() - from })
agent.destroy()
pool.close()
