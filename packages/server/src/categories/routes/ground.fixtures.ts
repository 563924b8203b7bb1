import { expect } from 'vitest'
import { ORG, type Service, service } from '../../comments/routes/service.fixtures.ts'

const ADMIN = { as: 'root', role: 'admin' } as const

type Said = Readonly<Record<string, unknown>>
export type Shown = { id: string; path: string; rev: number; name: string; url: string | null }

/** The service with an empty tree `main`, and an admin who arranges it. */
export type TopicGround = Service & {
  add: (name: string, said?: Said) => Promise<Shown>
  change: (topic: Shown, said: Said) => Promise<Shown>
  /** Asks as the admin. */
  arrange: (...asked: Parameters<Service['call']>) => ReturnType<Service['call']>
  at: (path: string, more?: Readonly<Record<string, string>>) => string
}

export async function topicGround(tree: Said = {}): Promise<TopicGround> {
  const all = await service()
  const arrange: TopicGround['arrange'] = (method, url, call = {}) => all.call(method, url, { ...ADMIN, ...call })
  await arrange('POST', '/v1/trees', { body: { key: 'main', name: 'Topics', ...tree } })
  const add: TopicGround['add'] = async (name, said = {}) => {
    const { statusCode, data } = await arrange('POST', '/v1/trees/main/topics', { body: { name, ...said } })
    expect([statusCode, data.code]).toEqual([201, undefined])
    return data
  }
  const change: TopicGround['change'] = async ({ id }, said) => {
    const { statusCode, data } = await arrange('PATCH', `/v1/topics/${id}`, { body: said })
    expect([statusCode, data.code]).toEqual([200, undefined])
    return data
  }
  return { ...all, add, change, arrange, at: addressAt }
}

/** Where the topic at a path is asked for. */
const addressAt = (path: string, more: Readonly<Record<string, string>> = {}): string =>
  `/v1/trees/main/at?${new URLSearchParams({ org: ORG, path, ...more }).toString()}`
