import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { createApp } from '../../http/app.ts'
import { apiRoutes } from '../../http/routes.ts'
import { SseClient } from '../../live/sse-client.fixtures.ts'
import { inboxes, windows } from '../collections.ts'
import { messageIdOf } from '../email/compose.ts'
import { PUSH_RETRY_MS } from '../push/back-off.ts'
import { ADMIN, addressOf, ORG } from './people.fixtures.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, type Stage, stageOn } from './stage.fixtures.ts'

const tokenOf = ({ context }: Stage, name: string): Promise<string> =>
  context.accounts.issue(ORG, { id: name, username: name }, 30)

/** Writes events as another version of the service may have written them. */
async function tellAs(stage: Stage, events: readonly Record<string, unknown>[]): Promise<void> {
  const { store } = stage.context
  const at = new Date(stage.clock.now).toISOString()
  const common = { org: ORG, subject: stage.discussion, type: 'comment', op: 'created', at }
  const inbox = { _id: 'of nobody', org: ORG, readTo: 0, seenTo: 0, active: null }
  const all = events.map((event, number) => ({ _id: `strange${number}`, ...common, ...event }))
  await store.collection(inboxes).insert(inbox, { events: all })
}

describeEngines('whoever runs it', (engine) => {
  it('L3: follows one id from the comment to the row, the mail, the push, the stream, and what failed', async () => {
    const stage = await stageOn(engine)
    const { context } = stage
    const [device, broken] = [await stage.browser('dee'), await stage.browser('cy')]
    broken.answer(500)
    const app = await createApp(context, apiRoutes(context))
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const stream = new SseClient(`${address}/v1/me/stream`, { token: await tokenOf(stage, 'bob') })
    await stream.has('ready')
    const { event } = await stage.say('ada', 'hello @bob @cy @dee')
    await stage.settled()
    await stage.pass(BUFFER_MS)
    await stream.until(({ frames }) => JSON.stringify(frames).includes(event))
    expect(await stage.inbox('bob')).toMatchObject([{ id: event }])
    expect(device.got.map(({ message }) => message.notification)).toEqual([event])
    const { window } = (await stage.tellingOf(event, 'email', 'bob')) ?? {}
    const mail = await context.store.collection(windows).get(window ?? '')
    expect(mail?.items.map((item) => item.event)).toEqual([event])
    const messageId = messageIdOf({ window: window ?? '', from: context.config.mailFrom })
    expect(stage.mailsTo('bob').map((one) => one.messageId)).toEqual([messageId])
    const said = stage.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const failed = said.filter((line) => line['event'] === event)
    expect([failed.length > 0, new Set(failed.map((line) => line['queue']))]).toEqual([true, new Set(['push'])])
    await app.close()
  })

  it('L5: a channel that is switched off sends nothing, and then nothing that is too old; others go on', async () => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    await stage.say('ada', 'waits in a window @bob')
    await stage.settled()
    await stage.pause('email', 'push')
    const { event } = await stage.say('ada', 'hello @bob')
    await stage.settled()
    await stage.pass(2 * HOUR_MS)
    expect([device.got.length, stage.mail.mails.length, await stage.unread('bob')]).toEqual([1, 0, 2])
    await stage.pass(8 * DAY_MS)
    await stage.resume('email', 'push')
    await stage.pass(HOUR_MS)
    expect(await stage.why(event, 'bob')).toEqual({ centre: 'told', push: 'too-old', email: 'too-old' })
    expect(device.got).toHaveLength(1)
    expect(stage.mail.mails.length).toBeLessThanOrEqual(1)
  })

  it('L6: events of a shape that is not known yet hold up nothing: those that can be read are told', async () => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    const { comment, slug } = await stage.say('ada', 'hello @bob')
    const after = { ...comment, version: 2, spans: [{ of: 'a shape to come' }] }
    await tellAs(stage, [
      { type: 'gadget', after: { anything: true } },
      { op: 'pinned', after },
      { op: 'edited', after, before: comment, shape: 2 },
      { op: 'edited', after: { ...after, mentions: { of: 'a shape to come' } }, before: comment },
      { type: 'moderation', op: 'held', after: { version: 2 } },
      { type: 'queue', op: 'again', after: { queue: 'push', item: 'of nobody' } },
    ])
    await stage.say('ada', 'afterwards @bob', slug)
    await stage.settled()
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    expect(await stage.unread('bob')).toBe(2)
    expect(device.got).toHaveLength(2)
    expect(stage.mailsTo('bob').map(({ text }) => text?.includes('afterwards'))).toContain(true)
    const letters = await (await stage.context.queues.letters(ADMIN, 'push')).list({ limit: 20, cursor: null })
    expect(letters.letters.map((letter) => letter.event._id)).toEqual(['strange3'])
  })

  it('L8: finds no address, token, key or text in the log, whatever goes wrong', async () => {
    const stage = await stageOn(engine)
    const { context } = stage
    const app = await createApp(context, apiRoutes(context))
    const [ok, down, wrong] = await Promise.all(['bob', 'cy', 'dee'].map(stage.browser))
    down?.answer(500)
    wrong?.answer(400)
    stage.mail.onRecipient = (address) =>
      address === addressOf('bob') ? null : { code: 550, message: `5.1.1 <${address}> is not here` }
    const token = await tokenOf(stage, 'ada')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const text = 'a confidential text @bob @cy @dee'
    const url = `/v1/discussions/${stage.discussion}/comments`
    const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify({ text }) })
    expect(answer.statusCode).toBe(201)
    const unreadable = { ...answer.json().comment, status: 'published', text, mentions: 'no list' }
    await tellAs(stage, [{ op: 'edited', after: unreadable }])
    await stage.settled()
    await stage.pass(BUFFER_MS)
    for (const ms of PUSH_RETRY_MS) await stage.pass(2 * ms)
    expect([ok?.got.length, stage.mailsTo('bob').length]).toEqual([1, 1])
    const unsubscribe = /unsubscribe\/(\S+?)>/.exec(stage.mailsTo('bob')[0]?.raw ?? '')?.[1] ?? 'none'
    await app.inject({ method: 'GET', url: `/v1/unsubscribe/${unsubscribe}` })
    await app.inject({ method: 'GET', url: `/v1/me/stream?ticket=${token}` })
    const endpoints = [ok, down, wrong].map((device) => device?.subscription.endpoint ?? 'none')
    const keys = [ok, down, wrong].flatMap((device) => Object.values(device?.subscription.keys ?? {}))
    const secrets = ['@x.example', token, unsubscribe, 'confidential', ...endpoints, ...keys]
    const log = stage.lines.join('')
    expect(stage.lines.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(log).not.toContain(secret)
    await app.close()
  })
})
