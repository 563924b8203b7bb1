import { escaped } from '../../api/markup.ts'
import type { PersonView } from '../../social/service.ts'
import type { Sample } from '../people.ts'
import { pathOfPerson } from '../village/posts.ts'
import { page } from './layout.ts'
import { faceOf } from './post-parts.ts'
import { count } from './topic-parts.ts'

/** Somebody as everybody sees them. */
export type Met = { sample: Sample; person: PersonView }

export function peoplePage({ met, origin }: { met: readonly Met[]; origin: string }): string {
  const body = `<div class="wide people-page">
<header class="topic-head">
<p class="kicker">Around the table</p>
<h1>People</h1>
<p class="standfirst">Twelve readers who follow each other, or do not. Open one to see what they write for everybody; be one, and see the rest.</p>
</header>
<ul class="persons">
${met.map(card).join('\n')}
</ul>
</div>`
  return page({
    title: 'People · The Long Table',
    kind: 'people-page-page',
    path: '/people',
    body,
    description: 'The readers of The Long Table, and what they write.',
    canonical: `${origin}/people`,
  })
}

/** What they say of themselves is clean HTML already. */
const card = ({ sample, person }: Met): string => `<li class="person-card">
${faceOf(person)}
<div>
<h2><a href="${escaped(pathOfPerson(person.id))}"><bdi>${escaped(person.name)}</bdi></a></h2>
<p class="quiet about">${escaped(sample.about)}</p>
${person.bio === '' ? '<p class="quiet">Shows themselves to those whom they let follow them.</p>' : `<div class="bio" dir="auto">${person.bio}</div>`}
${fieldsOf(person)}<p class="quiet counts">${count(person.numbers.followers, 'follower')} · ${count(person.numbers.posts, 'post')} for everybody</p>
<p class="acts"><button type="button" class="be" data-be="${escaped(sample.id)}" data-elsewhere hidden aria-pressed="false">Be ${escaped(sample.short)}</button></p>
</div>
</li>`

export const fieldsOf = ({ fields }: PersonView): string =>
  fields.length === 0
    ? ''
    : `<dl class="facts-of">${fields
        .map(({ label, value }) => `<div><dt>${escaped(label)}</dt> <dd dir="auto">${escaped(value)}</dd></div>`)
        .join('')}</dl>\n`
