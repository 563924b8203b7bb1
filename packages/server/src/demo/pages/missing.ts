import { escaped } from '../../api/markup.ts'
import { TALK } from '../talks/started.ts'
import { TREE } from '../topics/tree.ts'
import { page } from './layout.ts'
import { HREFS } from './post-parts.ts'
import { element } from './topic-parts.ts'

/**
 * Where nothing is, or nothing that a reader may see whom the site does not know: both look the same from outside. The
 * page asks again for whoever the visitor is, and shows what that one may see.
 */
export function missingTopic(path: string): string {
  const asks = `/v1/trees/${TREE}/at?org=main&path=${encodeURIComponent(path)}`
  const inside = `<div class="wide topics-page">
<h1 class="unseen" data-perhaps-title></h1>
<div class="above">${element('breadcrumb', { path }, '')}</div>
${NOT_FOR_ALL}
<div class="beside-tree">
<div class="topic">${element('page', { path }, '')}</div>
<section aria-labelledby="all" class="tree-side">
<h2 id="all"><a href="/topics">All topics</a></h2>
${element('tree', { path }, '')}
</section>
</div>
</div>`
  const text = 'There is no topic at this address, or none that is for everybody.'
  return missing({ title: 'No such topic', text, asks, inside })
}

export function missingTalk(id: string): string {
  const asks = `/v1/discussions/-?org=main&type=${TALK}&id=${encodeURIComponent(id)}`
  const inside = `<article class="narrow talk-page">
<div class="above">${element('breadcrumb', {}, '')}</div>
<h1 dir="auto" data-perhaps-title></h1>
${NOT_FOR_ALL}
<palaver-thread resource="${TALK}:${escaped(id)}" order="oldest"></palaver-thread>
</article>`
  const text = 'There is no discussion at this address, or none that is for everybody.'
  return missing({ title: 'No such discussion', text, asks, inside })
}

/** What is for some is shown to them at the same address. */
export function missingPost(id: string): string {
  const asks = `/v1/posts/${encodeURIComponent(id)}?org=main`
  const inside = `<div class="narrow post-page">
<h1 class="unseen" data-perhaps-title></h1>
${NOT_FOR_ALL}
<palaver-feed view="post" post="${escaped(id)}" ${HREFS}></palaver-feed>
</div>`
  const text = 'There is no post at this address, or none that is for everybody.'
  return missing({ title: 'No such post', text, asks, inside, ...TO_PEOPLE })
}

export const missingPerson = (): string =>
  sheet(
    'Nobody is here',
    sorry({ title: 'Nobody is here', text: 'There is nobody of that name at this table.', ...TO_PEOPLE }),
    '/people',
  )

const TO_PEOPLE = { sign: '🪑', way: { href: '/people', label: 'See all people' } }
const TO_TOPICS = { href: '/topics', label: 'See all topics' }

const NOT_FOR_ALL = '<p class="note">This is not for everybody: it is shown to you because of who you are.</p>'

/** What was there once is not coming back. */
export const goneTopic = (): string =>
  sheet(
    'This topic is gone',
    sorry({
      sign: '🍂',
      title: 'This topic is gone',
      text: 'It was here once. The magazine has given it up, and nothing took its place.',
    }),
  )

type Missing = Sorry & { asks: string; inside: string }

const missing = ({ asks, inside, ...told }: Missing): string =>
  sheet(
    told.title,
    `<div data-perhaps="${escaped(asks)}">
<div data-perhaps-not>${sorry(told)}</div>
<template data-perhaps-so>${inside}</template>
</div>`,
    told.way?.href,
  )

type Sorry = { title: string; text: string; sign?: string; way?: typeof TO_TOPICS }

const sorry = ({ title, text, sign = '🗄️', way = TO_TOPICS }: Sorry): string =>
  `<div class="narrow sorry">
<p class="sign" aria-hidden="true">${sign}</p>
<h1>${escaped(title)}</h1>
<p class="standfirst">${escaped(text)}</p>
<p><a class="more" href="${way.href}">${way.label}</a></p>
</div>`

const sheet = (title: string, body: string, path = TO_TOPICS.href): string =>
  page({ title: `${title} · The Long Table`, kind: 'sorry-page', path, body, isIndexed: false })
