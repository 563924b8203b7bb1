import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import { personId } from '../../accounts/ids.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { EmailChannel } from './channel.ts'
import { mailGround, URL_HERE } from './email.fixtures.ts'

it('without a server the whole channel writes mails that can be read, and says so', async () => {
  const g = await mailGround(sqliteInMemory)
  const folder = await tempFolder()
  const { store, audiences, people, preferences, windows, now } = g
  const settings = {
    smtpUrl: null,
    folder,
    from: 'Comments <comments@example.com>',
    url: () => URL_HERE,
    bufferMs: 0,
    mailsPerDay: 50,
    mailsPerSecond: 20,
  }
  const needs = { store, audiences, people, preferences, windows, now, random: () => 0, settings }
  const channel = new EmailChannel({ ...needs, personOf: personId, forgetErased: async () => {} })
  expect(channel.sentence).toContain(join(folder, 'outbox'))
  expect(channel.routes.map(({ name }) => name)).toEqual(['askToUnsubscribe', 'unsubscribe', 'reportBounces'])
  const { slug } = await g.say('ada', 'first')
  const { event } = await g.say('bob', 'a reply', slug)
  const events = await g.logged()
  await channel.handler.prepare?.(events)
  const reply = await g.eventOf(event)
  await channel.handler.handle({ event: reply, position: reply.seq, attempt: 1, signal: AbortSignal.timeout(10_000) })
  const sending = channel.startSending({ onError: (error) => expect.unreachable(String(error)) })
  onTestFinished(sending.stop)
  await sending.drained()
  const [name = ''] = await readdir(join(folder, 'outbox'))
  const mail = await simpleParser(await readFile(join(folder, 'outbox', name)))
  expect(mail.text).toContain('> a reply')
  expect(mail.to?.text).toBe('ada@x.example')
})
