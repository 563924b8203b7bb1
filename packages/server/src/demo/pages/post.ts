import { escaped } from '../../api/markup.ts'
import type { PostView } from '../../social/service.ts'
import { pathOfPost } from '../village/posts.ts'
import { page } from './layout.ts'
import { HREFS, plainPost } from './post-parts.ts'

/** `said`: comments on it, as plain HTML that is clean already. */
type Shown = { post: PostView; said: string; origin: string }

const LONGEST_TITLE = 60

/** One post that is for everybody, with what is said about it. */
export function postPage({ post, said, origin }: Shown): string {
  const body = `<div class="narrow post-page">
<h1 class="unseen">A post by <bdi>${escaped(post.author.name)}</bdi></h1>
<palaver-feed view="post" post="${escaped(post.id)}" ${HREFS}>${plainPost(post)}
${said}</palaver-feed>
</div>`
  const words = wordsOf(post)
  return page({
    title: `${post.author.name}${words === '' ? '' : `: ${shortened(words)}`} · The Long Table`,
    kind: 'post-page-page',
    path: '/news',
    body,
    description: words === '' ? `A post by ${post.author.name}.` : words,
    canonical: `${origin}${pathOfPost(post.id)}`,
  })
}

/** What it says without its markup. */
const wordsOf = ({ html, of }: PostView): string =>
  (html === '' ? (of?.html ?? '') : html)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => PLAIN[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const PLAIN: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const shortened = (text: string): string =>
  text.length <= LONGEST_TITLE ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST_TITLE))}…`
