import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { certificate } from '../notifications/push/testing/certificate.ts'
import { newBrowser } from '../notifications/push/testing/decrypt.ts'

/**
 * A program for benchmarks: a mail server and a push service on loopback that take everything and keep nothing. It tells
 * its parent where they are, with the keys of a browser, and ends with it.
 */
const made = certificate()
const push = createServer(made, (request, response) => {
  request.resume()
  response.writeHead(201).end()
})
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.resume()
    stream.on('end', () => done())
  },
})
mail.on('error', () => {})
const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port
push.listen(0, '127.0.0.1', () => {
  mail.listen(0, '127.0.0.1', () => {
    const { keys } = newBrowser()
    process.send?.({
      smtp: `smtp://127.0.0.1:${portOf(mail.server)}`,
      push: `https://127.0.0.1:${portOf(push)}`,
      ca: made.cert,
      keys,
    })
  })
})
process.on('disconnect', () => process.exit(0))
