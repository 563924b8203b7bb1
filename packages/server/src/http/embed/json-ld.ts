import { textOf } from '../../api/markup.ts'
import { linkTo } from '../../comments/service.ts'
import type { Opening } from '../../embed/routes.ts'

type Node = NonNullable<Opening['tree']>['roots'][number]
type Discussion = NonNullable<Opening['discussion']>
type Thing = Readonly<Record<string, unknown>>

/** The discussion as search engines read it, with the comments that the page shows. */
export function jsonLdOf({ org, discussion, tree, page }: Opening, at: string): Thing | null {
  if (discussion === null) return null
  const name = discussion.title ?? discussion.resource.id
  const roots = tree?.roots ?? page?.comments.map((comment): Node => ({ comment, replies: [], more: null })) ?? []
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: name,
    text: name,
    url: discussion.url ?? at,
    datePublished: discussion.created,
    author: { '@type': 'Organization', name: org.name },
    commentCount: discussion.comments,
    comment: roots.flatMap((node) => commentOf(discussion, node)),
  }
}

/** Of what is not published nothing is told, but of the replies to it. */
function commentOf(discussion: Discussion, { comment, replies }: Node): Thing[] {
  const under = replies.flatMap((node) => commentOf(discussion, node))
  if (comment.author === null) return under
  const link = linkTo(discussion, comment.slug)
  return [
    {
      '@type': 'Comment',
      text: textOf(comment.html),
      datePublished: comment.posted,
      ...(comment.edited !== null && { dateModified: comment.edited }),
      author: { '@type': 'Person', name: comment.author.name },
      upvoteCount: comment.votes.up,
      ...(link !== null && { url: link }),
      ...(under.length > 0 && { comment: under }),
    },
  ]
}
