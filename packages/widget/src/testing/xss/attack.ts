import { discussion, PalaverError, post, preview, type Thread } from '@palaver/client'
import { open } from '@palaver/client/admin'
import { setRules } from '@palaver/client/moderation'
import { admin, type Stage } from '../stage.ts'

export type Resource = { type: string; id: string }

/** How many vectors stand in one thread, so that all of its comments are on its first page. */
export const AT_ONCE = 20
/** What is posted of each. */
export const COMMENTS_EACH = 3

/** What a name or a title is answered that the service does not take. */
const REFUSED: readonly string[] = ['unauthenticated', 'invalid']

/** Nobody looks at what is written, nor at how much it is. */
export async function unguarded(stage: Stage): Promise<void> {
  await setRules(await stage.as(admin('root')), { phases: [] })
}

/** Each as a text by somebody of that name, as the addresses of links, and as somebody who is mentioned. */
export async function attack(stage: Stage, resource: Resource, vectors: readonly string[]): Promise<void> {
  await Promise.all(vectors.map((vector) => attackWith(stage, resource, vector)))
}

async function attackWith(stage: Stage, resource: Resource, vector: string): Promise<void> {
  const named = await stage.as({ id: `named ${vector}`.slice(0, 255), username: vector })
  // Where the service takes no such name, somebody else writes.
  const thread = discussion((await isTaken(preview(named, vector))) ? named : await stage.as('bob'), resource)
  const parent = await posted(thread, vector, null)
  await Promise.all([
    posted(thread, asLinks(vector), parent),
    posted(thread, `@${vector} and @ann, [@ann](${vector})`, parent),
  ])
}

const asLinks = (vector: string): string =>
  [`[a](${vector})`, `[a](<${vector}>)`, `[${vector}](https://a.invalid)`, `![a](${vector})`, `<${vector}>`].join(
    '\n\n',
  )

async function posted(thread: Thread, text: string, parent: string | null): Promise<string> {
  const answer = await post(thread, { text, parent })
  if ('held' in answer) throw new Error(`It is held: ${text}`)
  return answer.comment.slug
}

/** A comment by somebody whose picture and page are there, in whose address it is; false where the service takes none. */
export async function pictured(stage: Stage, resource: Resource, vector: string): Promise<boolean> {
  const url = addressWith(vector)
  const person = { id: `pictured ${vector}`.slice(0, 255), username: 'Ann', avatar: url, url, badges: ['A badge'] }
  return isTaken(post(discussion(await stage.as(person), resource), { text: 'Look at me.' }))
}

const addressWith = (vector: string): string => (vector.startsWith('http') ? vector : `https://a.invalid/${vector}`)

/** Opens a discussion of that title at that address, as far as the service takes them; false where it takes neither. */
export async function entitled(stage: Stage, resource: Resource, vector: string): Promise<boolean> {
  const root = await stage.as(admin('root'))
  const url = addressWith(vector)
  for (const more of [{ title: vector, url }, { title: vector }, { url }])
    if (await isTaken(open(root, { resource, ...more }))) return true
  return false
}

async function isTaken(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof PalaverError && REFUSED.includes(error.problem.code)) return false
    throw error
  }
}
