import type { Role } from '../api/actor.ts'
import { type WholeService, wholeService } from '../testing/api/whole-service.ts'

export const ORG = 'main'

type Call = { as?: string; role?: Role; body?: unknown; headers?: Record<string, string> }
type Answered = {
  status: number
  data: ReturnType<typeof JSON.parse>
  headers: Readonly<Record<string, unknown>>
  text: string
}

export type Stage = WholeService & {
  call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, call?: Call) => Promise<Answered>
  /** Gives the slug. */
  post: (id: string, text: string, parent?: string | null) => Promise<string>
  token: (user: string, role?: Role) => Promise<string>
}

/** The whole service with its first org; people are known by a picture where their name begins with `a`. */
export async function stage(engine: Parameters<typeof wholeService>[0]): Promise<Stage> {
  const service = await wholeService(engine)
  await service.context.accounts.ensureFirst()
  const token = (user: string, role: Role = 'member'): Promise<string> =>
    service.context.accounts.issue(ORG, { id: user, username: user, role, avatar: pictureOf(user) }, 1)
  const call: Stage['call'] = async (method, url, { as, role, body, headers = {} } = {}) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await token(as, role)}` }
    const payload = body === undefined ? {} : { payload: body as Record<string, unknown> }
    const answer = await service.app.inject({ method, url, headers: { ...authorization, ...headers }, ...payload })
    const isJson = String(answer.headers['content-type']).includes('json')
    const data = isJson ? answer.json() : null
    return { status: answer.statusCode, data, headers: answer.headers, text: answer.body }
  }
  const post: Stage['post'] = async (id, text, parent = null) => {
    const url = `/v1/discussions/-/comments?type=page&id=${id}`
    return (await call('POST', url, { as: 'ada', body: { text, parent } })).data.comment.slug
  }
  return { ...service, call, post, token }
}

export const pictureOf = (user: string): string | null =>
  user.startsWith('a') ? `https://example.org/${user}.png` : null
