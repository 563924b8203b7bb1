import type { PublicComment } from '@palaver/server'

/** So many pages behind one another are asked for in turns. */
const PAGES = 40

type Node = { comment: PublicComment; replies: Node[] }
type Answer = { comments?: PublicComment[]; roots?: Node[]; next: string | null }

/** The addresses of a view's pages, from the first one on, by the cursors that the pages themselves give. */
export async function pagesFrom(url: string, path: string, cursorName: string): Promise<string[]> {
  const paths: string[] = []
  for (let next = path; paths.length < PAGES;) {
    paths.push(next)
    const { next: cursor } = await answerOf(url, next)
    if (cursor === null) break
    next = `${path}&${cursorName}=${encodeURIComponent(cursor)}`
  }
  return paths
}

export async function commentsOf(url: string, path: string): Promise<PublicComment[]> {
  const { comments, roots } = await answerOf(url, path)
  const below = ({ comment, replies }: Node): PublicComment[] => [comment, ...replies.flatMap(below)]
  return comments ?? roots?.flatMap(below) ?? []
}

async function answerOf(url: string, path: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}
