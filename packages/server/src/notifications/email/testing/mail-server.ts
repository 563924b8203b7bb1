import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type Received = ParsedMail & { recipient: string; raw: string }

/** What the server says to a recipient, or to a mail that it has read; null to take it. */
type Objection = { code: number; message: string } | null
export type MailServer = {
  url: string
  mails: Received[]
  /** How often somebody wanted to hand over a mail. */
  offered: string[]
  onRecipient: (address: string) => Objection
  /** `drop`: the connection breaks before it has the mail; `hang-up`: after that, and the other side does not know. */
  onMail: () => Objection | 'drop' | 'hang-up'
  stop: () => Promise<void>
}

/** A real SMTP server on loopback, that takes mails or does not; the port is the kernel's, or one that was used before. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _, done) {
      state.offered.push(address)
      const objection = state.onRecipient(address)
      done(objection === null ? null : errorOf(objection))
    },
    onData: (stream, session, done) => callbackify(receive)(stream, session, done),
  })
  const receive = async (stream: Readable, { envelope }: SMTPServerSession): Promise<void> => {
    const raw = await buffer(stream)
    const objection = state.onMail()
    if (typeof objection === 'object' && objection !== null) throw errorOf(objection)
    const recipient = envelope.rcptTo.map(({ address }) => address).join()
    if (objection !== 'drop') state.mails.push({ ...(await simpleParser(raw)), recipient, raw: raw.toString() })
    if (objection === null) return
    for (const connection of connections()) connection.close()
    await new Promise(() => {})
  }
  const connections = (): Set<{ close: () => void }> => Reflect.get(server, 'connections') as Set<{ close: () => void }>
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: own } = server.server.address() as AddressInfo
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  const state: MailServer = {
    url: `smtp://127.0.0.1:${own}`,
    mails: [],
    offered: [],
    onRecipient: () => null,
    onMail: () => null,
    stop,
  }
  return state
}

const errorOf = ({ code, message }: { code: number; message: string }): Error =>
  Object.assign(new Error(message), { responseCode: code })
