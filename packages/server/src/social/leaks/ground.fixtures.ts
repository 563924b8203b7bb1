import { expect, onTestFinished } from 'vitest'
import type { Role } from '../../api/actor.ts'
import { createApp } from '../../http/app.ts'
import { SseClient } from '../../live/sse-client.fixtures.ts'
import { ADMIN, ORG } from '../../notifications/acceptance/people.fixtures.ts'
import { stageOn } from '../../notifications/acceptance/stage.fixtures.ts'
import { type Document, type Operation, operationsOf } from '../../testing/api/document.ts'
import { GROUND_RULES } from '../../testing/api/ground.ts'
import { PICTURE } from '../../testing/api/photo-ids.ts'
import { hookServer } from '../../testing/hook-server.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

type Asked = { role?: Role; body?: unknown; bytes?: Buffer; headers?: Record<string, string> }
export type Ground = Awaited<ReturnType<typeof groundOn>>

const ROLES: Readonly<Record<string, Role>> = { mod: 'moderator', root: 'admin' }

/** The whole service, listening, with a mail server, a push service and a host that is told of all that it can be. */
export async function groundOn(engine: Parameters<typeof stageOn>[0], names: readonly string[]) {
  const env = { PALAVER_DATA: await tempFolder(), PALAVER_LINK_PREVIEWS: '0' }
  const stage = await stageOn(engine, { names, env })
  const { context, clock } = stage
  const host = await hookServer(() => ({}))
  await context.moderation.putRules(ADMIN, [...GROUND_RULES], null)
  await context.webhooks.endpoints.create(ADMIN, { url: host.hook.url, description: 'All' })
  const app = await createApp(context)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const tokenOf = (name: string, role: Role = ROLES[name] ?? 'member'): Promise<string> =>
    context.accounts.issue(ORG, { id: name, username: name, role }, 1)
  /** `what`: a method and a path. */
  const call = async (as: string, what: string, asked: Asked = {}) => {
    const [method = '', url = ''] = what.split(' ')
    clock.now += 1
    const { role, body, bytes, headers = {} } = asked
    const type = bytes === undefined ? 'application/json' : 'image/png'
    const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
    const sent = payload === undefined ? {} : { payload, headers: { 'content-type': type } }
    const authorization = `Bearer ${await tokenOf(as, role)}`
    return app.inject({
      method: method as 'GET',
      url,
      ...sent,
      headers: { ...sent.headers, ...headers, authorization },
    })
  }
  const does = async (as: string, what: string, body?: unknown) => {
    const answer = await call(as, what, body instanceof Buffer ? { bytes: body } : { body })
    expect([what, answer.statusCode, answer.body]).toEqual([
      what,
      expect.toSatisfy((status: number) => status < 300),
      expect.anything(),
    ])
    return { data: answer.body === '' ? null : answer.json(), event: String(answer.headers['palaver-event'] ?? '') }
  }
  const photo = async (as: string, alt: string): Promise<string> => {
    const { id } = (await does(as, 'POST /v1/photos', PICTURE)).data
    await does(as, `PATCH /v1/photos/${id}`, { alt })
    return id
  }
  const stream = async (as: string | null, path: string): Promise<SseClient> =>
    new SseClient(address + path, { token: as === null ? null : await tokenOf(as) })
  const document = (await app.inject('/openapi.json')).json<Document>()
  const reads: Operation[] = operationsOf(document).filter(({ method }) => method === 'GET')
  return { ...stage, app, host, tokenOf, call, does, photo, stream, reads }
}
