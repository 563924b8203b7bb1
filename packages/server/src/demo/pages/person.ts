import { escaped } from '../../api/markup.ts'
import type { PersonView, PostView } from '../../social/service.ts'
import type { Sample } from '../people.ts'
import { pathOfPerson } from '../village/posts.ts'
import { page } from './layout.ts'
import { fieldsOf } from './people.ts'
import { faceOf, HREFS, plainPosts } from './post-parts.ts'

/** `sample`: where it is somebody whom a visitor can be. */
type Shown = { person: PersonView; sample: Sample | null; posts: readonly PostView[]; origin: string }

/** Somebody and their wall, as everybody sees them; the element asks again for who reads. */
export function personPage({ person, sample, posts, origin }: Shown): string {
  const path = pathOfPerson(person.id)
  const body = `<div class="narrow person-page">
<h1 class="unseen"><bdi>${escaped(person.name)}</bdi></h1>
${sample === null ? '' : own(sample)}
<palaver-person person="${escaped(person.id)}" view="page" ${HREFS}>${plain(person, posts)}</palaver-person>
</div>`
  return page({
    title: `${person.name} · The Long Table`,
    kind: 'person-page-page',
    path: '/people',
    body,
    description: `${person.name} at The Long Table.`,
    canonical: `${origin}${path}`,
  })
}

/** For the one whose page it is: what others put on their wall, and waits. For others: a way to be that one. */
const own = ({
  id,
  short,
}: Sample): string => `<p class="be-line"><button type="button" class="be" data-be="${escaped(id)}" data-elsewhere hidden aria-pressed="false">Be ${escaped(short)}</button></p>
<section class="incoming" data-own="${escaped(id)}" aria-labelledby="incoming" hidden>
<h2 id="incoming">Waiting for you</h2>
<p class="quiet hint">What others wrote on your wall shows there once you let it.</p>
<palaver-feed view="incoming" ${HREFS}></palaver-feed>
</section>`

const plain = (person: PersonView, posts: readonly PostView[]): string => `<div class="plain-person">
${faceOf(person)}
<h2><bdi>${escaped(person.name)}</bdi></h2>
${person.bio === '' ? '' : `<div dir="auto">${person.bio}</div>`}
${fieldsOf(person)}
${posts.length === 0 ? '<p class="quiet">Nothing here is for everybody.</p>' : plainPosts(posts)}
</div>`
