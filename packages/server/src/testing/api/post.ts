import type { Caller, Ground } from './ground.ts'

let made = 0
export const nextName = (word: string): string => `${word}-${(made += 1)}`

type Made = { discussion: string; comment?: { slug: string }; held?: { id: string } }
export type Posted = Made & { type: string; resource: string; event: string }
type Posting = { as?: Caller; replyTo?: Posted }

/** A comment in a discussion of its own, or a reply to one. */
export async function post(
  { app, word, tokens }: Ground,
  text: string,
  { as = 'member', replyTo }: Posting = {},
): Promise<Posted> {
  const { type, resource } = replyTo ?? { type: 'page', resource: nextName(word) }
  const posted = await app.inject({
    method: 'POST',
    url: `/v1/discussions/-/comments?type=${type}&id=${resource}`,
    headers: { authorization: `Bearer ${tokens[as]}` },
    payload: { text, title: `The title of ${resource}`, parent: replyTo?.comment?.slug ?? null },
  })
  if (posted.statusCode >= 300) throw new Error(`No comment could be made to try things on: ${posted.body}`)
  return { ...posted.json<Made>(), type, resource, event: String(posted.headers['palaver-event']) }
}
