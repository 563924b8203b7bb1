import type { Ground } from './ground.fixtures.ts'
import { ORG } from '../../notifications/acceptance/people.fixtures.ts'
import { callOf, idsUsedBy, send } from '../../testing/api/call.ts'
import type { Operation } from '../../testing/api/document.ts'
import { ID_NAMES, type IdName, type Ids } from '../../testing/api/ids.ts'

/** Something that can be asked about: a post with its discussion, or a person. */
export type Subject = Partial<Ids>

const NOTHING = Object.fromEntries(ID_NAMES.map((name) => [name, `no${name}`])) as Ids

/** What is for the whole org is asked once; the rest about each subject. */
const SUBJECTS: readonly IdName[] = ['resource', 'discussion', 'slug', 'event', 'person', 'socialPost', 'photo']
const isAboutSubject = (operation: Operation): boolean => SUBJECTS.some((name) => idsUsedBy(operation).has(name))

/** Pages that are no part of the API. */
const pagesOf = ({ resource }: Subject): string[] => [
  `/embed/thread?org=${ORG}&type=social-post&id=${resource}`,
  `/embed/thread?org=${ORG}&type=social-post&id=${resource}&fragment=1`,
  `/embed/frame?org=${ORG}&type=social-post&id=${resource}`,
  `/v1/discussions/-/comments?org=${ORG}&type=social-post&id=${resource}`,
]
const ELSEWHERE = ['/metrics', '/health', '/v1/news?order=top', '/v1/news?limit=1', '/v1/moderation/posts?kind=held']

/** Calls `take` with every answer to somebody who reads all that the document offers, headers and all. */
export async function readAll(
  { app, reads }: Ground,
  { token, subjects }: { token: string | null; subjects: readonly Subject[] },
  take: (said: { what: string; text: string; isAsked: boolean }) => void,
): Promise<void> {
  for (const operation of reads)
    for (const subject of isAboutSubject(operation) ? subjects : subjects.slice(0, 1)) {
      const call = callOf(operation, { ...NOTHING, org: ORG, type: 'social-post', ...subject })
      const { statusCode, headers, body } = await send(app, call, token)
      const isAsked = isAboutSubject(operation)
      take({
        what: `${operation.operationId} ${statusCode}`,
        text: searchable(`${headersOf(headers)}\n${body}`),
        isAsked,
      })
    }
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  for (const url of [...ELSEWHERE, ...subjects.flatMap(pagesOf)]) {
    const { headers, body } = await app.inject({ url, headers: authorization })
    const isAsked = !ELSEWHERE.includes(url)
    take({ what: url, text: searchable(`${headersOf(headers)}\n${body}`), isAsked })
  }
}

const headersOf = (headers: object): string => JSON.stringify(headers)

/** With all that stands in cursors, tags and tickets, which are letters for something else. */
export function searchable(text: string): string {
  const coded = text.match(/[\w-]{12,}/g) ?? []
  return [text, ...new Set(coded.map((part) => Buffer.from(part, 'base64url').toString('latin1')))].join('\n')
}
