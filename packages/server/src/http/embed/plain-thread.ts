import { escaped } from '../../api/markup.ts'
import type { Opening } from '../../embed/routes.ts'

type Node = NonNullable<Opening['tree']>['roots'][number]
type Comment = Node['comment']

/** The comments without the widget: for a service where that is not built. */
export function plainThread({ tree, page }: Opening): string {
  const roots = tree?.roots ?? page?.comments.map((comment): Node => ({ comment, replies: [], more: null })) ?? []
  return listOf(roots)
}

const listOf = (nodes: readonly Node[]): string => (nodes.length === 0 ? '' : `<ol>${nodes.map(itemOf).join('')}</ol>`)

const itemOf = ({ comment, replies }: Node): string => `<li>${articleOf(comment)}${listOf(replies)}</li>`

/** Its HTML is clean already; of one that is not published only the place is left. */
function articleOf({ slug, author, posted, html }: Comment): string {
  const name = author === null ? '' : `<b dir="auto">${escaped(author.name)}</b> `
  const when = `<time datetime="${escaped(posted)}">${escaped(posted.slice(0, 10))}</time>`
  const id = `comment-${escaped(slug.replaceAll('/', '.'))}`
  return `<article id="${id}"><p>${name}${when}</p><div dir="auto">${html}</div></article>`
}
