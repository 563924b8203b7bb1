import { expect } from 'vitest'
import { personId } from '../../accounts/service.ts'
import { ORG, type Service, service } from '../../comments/routes/service.fixtures.ts'
import { allFollowed } from '../../testing/api/all-documents.ts'

type Said = Readonly<Record<string, unknown>>
type Answered = Awaited<ReturnType<Service['call']>>

/** The service with people who have been here, by their names. */
export type SocialGround = Service & {
  /** Writes a post; its id. */
  say: (name: string, text: string, said?: Said) => Promise<string>
  /** What one of them gets of something; nobody in particular where none is named. */
  read: (name: string | null, path: string) => Promise<Answered>
  put: (name: string, path: string, body?: Said) => Promise<Answered>
  drop: (name: string, path: string) => Promise<Answered>
  /** A circle with these people; its id. */
  circle: (name: string, called: string, people: readonly string[]) => Promise<string>
  /** All that follows from what was done has been done. */
  settled: () => Promise<void>
}

export const idOf = (name: string): string => personId(ORG, name)

export async function socialGround(names: readonly string[] = ['ada', 'bob', 'cy', 'dee']): Promise<SocialGround> {
  const all = await service()
  await all.context.people.upsert(
    ORG,
    names.map((name) => ({ id: name, username: name })),
  )
  const read: SocialGround['read'] = (name, path) =>
    name === null
      ? all.call('GET', `${path}${path.includes('?') ? '&' : '?'}org=${ORG}`)
      : all.call('GET', path, { as: name })
  const put: SocialGround['put'] = (name, path, body) =>
    all.call('PUT', path, { as: name, ...(body !== undefined && { body }) })
  const drop: SocialGround['drop'] = (name, path) => all.call('DELETE', path, { as: name })
  const say: SocialGround['say'] = async (name, text, said = {}) => {
    const { statusCode, data } = await all.call('POST', '/v1/posts', { as: name, body: { text, ...said } })
    expect([statusCode, data.detail]).toEqual([201, undefined])
    return data.id
  }
  const circle: SocialGround['circle'] = async (name, called, people) => {
    const { data } = await all.call('POST', '/v1/me/circles', { as: name, body: { name: called } })
    for (const person of people) await put(name, `/v1/me/circles/${data.id}/people/${idOf(person)}`)
    return data.id
  }
  const settled = (): Promise<void> => allFollowed(all.context.store)
  return { ...all, read, put, drop, say, circle, settled }
}
