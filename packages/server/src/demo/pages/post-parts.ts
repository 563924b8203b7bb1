import { escaped } from '../../api/markup.ts'
import type { PostView } from '../../social/service.ts'
import { pathOfPerson, pathOfPost } from '../village/posts.ts'
import { dayOf } from './front.ts'
import { count } from './topic-parts.ts'

/** Where people and posts have their pages, for the elements. */
export const HREFS = 'person-href="/people/{id}" post-href="/posts/{id}"'

type Person = Pick<PostView['author'], 'id' | 'name'>

const nameOf = ({ id, name }: Person): string =>
  `<a href="${escaped(pathOfPerson(id))}"><bdi>${escaped(name)}</bdi></a>`

export const faceOf = ({ avatar, name }: { avatar: string | null; name: string }): string =>
  avatar === null
    ? `<span class="face" aria-hidden="true">${escaped(String.fromCodePoint(name.codePointAt(0) ?? 32))}</span>`
    : `<img class="face" src="${escaped(avatar)}" alt="" width="64" height="64" loading="lazy">`

/** Posts as they are read without scripts. */
export const plainPosts = (posts: readonly PostView[]): string =>
  `<ul class="plain-posts">${posts.map((post) => `<li>${plainPost(post)}</li>`).join('\n')}</ul>`

/** A post as it is read without scripts; its HTML is clean already. */
export const plainPost = (post: PostView): string =>
  `<article class="plain-post">
<p class="byline"><span>${nameOf(post.author)}${post.wall === null ? '' : ` › ${nameOf(post.wall)}`}</span> <a href="${escaped(pathOfPost(post.id))}"><time datetime="${escaped(post.posted)}">${dayOf(Date.parse(post.posted))}</time></a></p>
${contentOf(post)}
<p class="quiet counts">${countsOf(post)}</p>
</article>`

const contentOf = ({ html, place, photos, poll, link, of, isOfGone }: PostView): string =>
  [
    html === '' ? '' : `<div dir="auto">${html}</div>`,
    place === null ? '' : `<p class="quiet">At <bdi>${escaped(place.name)}</bdi></p>`,
    photos.map(photo).join(''),
    poll === null ? '' : pollOf(poll),
    link === null ? '' : linkOf(link),
    of === null ? '' : `<blockquote>${plainPost(of)}</blockquote>`,
    isOfGone ? '<p class="quiet">What it is about is not there any more.</p>' : '',
  ]
    .filter((part) => part !== '')
    .join('\n')

const photo = ({ small, alt, width, height }: PostView['photos'][number]): string =>
  `<img src="${escaped(small)}" alt="${escaped(alt)}" width="${width}" height="${height}" loading="lazy">`

const pollOf = ({ choices, voters, isClosed }: NonNullable<PostView['poll']>): string =>
  `<ul class="choices">${choices
    .map(({ text, votes }) => `<li><bdi>${escaped(text)}</bdi> <span class="quiet">${votes}</span></li>`)
    .join('')}</ul>
<p class="quiet">${voters} voted${isClosed ? ', and it is closed' : ''}.</p>`

const linkOf = ({ url, preview }: NonNullable<PostView['link']>): string =>
  `<p class="preview"><a href="${escaped(url)}" rel="nofollow ugc noopener"><bdi>${escaped(preview?.title ?? url)}</bdi></a>${preview === null ? '' : `<br><span class="quiet">${escaped(preview.description)}</span>`}</p>`

function countsOf({ numbers: { comments, reactions, reposts } }: PostView): string {
  const reacted = Object.values(reactions).reduce((sum, number) => sum + number, 0)
  const all: [number, string][] = [
    [reacted, 'reaction'],
    [comments, 'comment'],
    [reposts, 'repost'],
  ]
  return all.flatMap(([number, what]) => (number === 0 ? [] : [count(number, what)])).join(' · ')
}
