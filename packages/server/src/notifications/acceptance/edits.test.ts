import { expect, it } from 'vitest'
import { describeEngines } from '../../../../store/src/testing/suite.ts'
import { hookServer } from '../../testing/hook-server.ts'
import { ADMIN, ORG } from './people.fixtures.ts'
import { BUFFER_MS, DAY_MS, HOUR_MS, stageOn } from './stage.fixtures.ts'

type Questions = { questions: { user: string | null }[] }

describeEngines('who is mentioned, and in what', (engine) => {
  it('E6: who may not see it hears nothing of it, anywhere, and nobody learns that; nor later', async () => {
    const stage = await stageOn(engine)
    let isOpen = false
    const { hook, asked } = await hookServer(({ body }) => ({
      answers: (body as Questions).questions.map(({ user }) => ({ see: isOpen || user !== 'bob', comment: true })),
      seconds: 0,
    }))
    await stage.context.accounts.change(ORG, { permissionHook: hook })
    const device = await stage.browser('bob')
    const { event, notices, comment } = await stage.say('ada', 'secret @bob @cy')
    expect([notices, comment.mentions.length]).toEqual([[], 2])
    await stage.settled()
    await stage.pass(BUFFER_MS)
    isOpen = true
    await stage.pass(HOUR_MS)
    await stage.pass(DAY_MS)
    expect(asked.length).toBeGreaterThan(0)
    expect([device.got.length, await stage.unread('bob'), await stage.inbox('bob')]).toEqual([0, 0, []])
    expect(stage.mail.mails.map(({ recipient }) => recipient)).toEqual(['cy@x.example'])
    expect(await stage.why(event, 'bob')).toEqual({ centre: 'no-access', push: 'no-access', email: 'no-access' })
  })

  it('E8: ten people by one comment and no more, in every channel; the author is told', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `name${at}`)
    const stage = await stageOn(engine, { names: ['ada', ...names] })
    const devices = await Promise.all(names.map(stage.browser))
    const { notices } = await stage.say('ada', names.map((name) => `@${name}`).join(' '))
    expect(notices.map(({ code }) => code)).toEqual(['too-many-mentions'])
    await stage.settled()
    await stage.pass(BUFFER_MS)
    const unread = await Promise.all(names.map(stage.unread))
    expect(unread.filter((count) => count > 0)).toHaveLength(10)
    expect(devices.filter(({ got }) => got.length > 0)).toHaveLength(10)
    expect(new Set(stage.mail.mails.map(({ recipient }) => recipient)).size).toBe(10)
  })

  it('F5: twenty edits in five seconds are one alert, and what is shown is the last', async () => {
    const stage = await stageOn(engine)
    const device = await stage.browser('bob')
    const { slug } = await stage.say('ada', 'version 0 @bob')
    for (let version = 1; version <= 20; version++) {
      stage.clock.now += 250
      await stage.edit('ada', slug, `version ${version} ${version % 2 === 0 ? '@bob' : ''}`)
      if (version % 5 === 0) await stage.settled()
    }
    await stage.settled()
    await stage.pass(2 * BUFFER_MS)
    expect(await stage.inbox('bob')).toMatchObject([{ excerpt: 'version 20 @bob', count: 1, unread: 1 }])
    expect(device.got.length).toBeLessThanOrEqual(1)
    const [mail, ...others] = stage.mailsTo('bob')
    expect([mail?.text?.includes('version 20'), mail?.text?.match(/version \d+/g)?.length, others]).toEqual([
      true,
      1,
      [],
    ])
  })

  it('F12: of a discussion that was moved, what was told leads to where it is now', async () => {
    const stage = await stageOn(engine)
    const { discussion, context } = stage
    const { slug } = await stage.say('ada', 'hello @bob')
    await stage.settled()
    const { layout } = await context.comments.discussion({ discussion })
    await context.comments.move(discussion, { layout: layout === 'hybrid' ? 'embedded' : 'hybrid', order: 'threaded' })
    const page = { url: 'https://blog.example/elsewhere' }
    await context.comments.configure({ actor: ADMIN, ref: { discussion } }, page)
    await stage.pass(BUFFER_MS)
    expect(await stage.inbox('bob')).toMatchObject([{ slug, excerpt: 'hello @bob', discussion: page }])
    expect(stage.mailsTo('bob')[0]?.text).toContain(`${page.url}#comment-${slug}`)
  })
})
