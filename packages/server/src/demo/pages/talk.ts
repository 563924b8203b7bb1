import { escaped } from '../../api/markup.ts'
import { pathOfTalk, TALK } from '../talks/started.ts'
import type { Card } from '../topics/reading.ts'
import { dayOf } from './front.ts'
import { page } from './layout.ts'
import { crumbs, tagList } from './topic-parts.ts'

type Shown = {
  id: string
  title: string
  created: string
  /** Who began it. */
  by: string | null
  tags: readonly string[]
  line: readonly Card[]
  /** What has been said, as plain HTML that is clean already. */
  said: string
  origin: string
}

/** A discussion that somebody began in a topic. */
export function talkPage({ id, title, created, by, tags, line, said, origin }: Shown): string {
  const path = pathOfTalk(id)
  const body = `<article class="narrow talk-page">
${crumbs(line, { isHere: false })}
<h1 dir="auto">${escaped(title)}</h1>
<p class="byline">${by === null ? '' : `<span>Begun by <bdi>${escaped(by)}</bdi></span> `}<time datetime="${escaped(created)}">${dayOf(Date.parse(created))}</time></p>
${tagList(tags)}
<p class="beside quiet">Talk to yourself: <a href="${escaped(path)}?as=bo" data-beside target="_blank" rel="noopener">open this page beside it as Bo</a>.</p>
<palaver-thread resource="${TALK}:${escaped(id)}" order="oldest">${said}</palaver-thread>
</article>`
  return page({
    title: `${title} · The Long Table`,
    kind: 'talk-page-page',
    path: '/topics',
    body,
    canonical: `${origin}${path}`,
  })
}

/** A comment as it is read without scripts. */
export type Said = { author: { name: string } | null; posted: string; html: string; depth: number }

/** Its HTML is clean already; one that is no longer shown is left out. */
export const plainTalk = (said: readonly Said[]): string =>
  `<ol class="said">${said
    .filter(({ author }) => author !== null)
    .map(
      ({ author, posted, html }) =>
        `<li><p class="byline"><bdi>${escaped(author?.name ?? '')}</bdi> <time datetime="${escaped(posted)}">${dayOf(Date.parse(posted))}</time></p><div dir="auto">${html}</div></li>`,
    )
    .join('\n')}</ol>`
