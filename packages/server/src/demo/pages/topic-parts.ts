import { escaped } from '../../api/markup.ts'
import { pathOf } from '../articles.ts'
import { pathOfTalk, TALK } from '../talks/started.ts'
import type { Card } from '../topics/reading.ts'
import type { Row } from '../topics/showing.ts'
import { TREE, topicPage } from '../topics/tree.ts'

const HOME = { name: 'Topics', emoji: null }

type Crumb = Pick<Card, 'name' | 'emoji' | 'path'>

/** The way from all topics to one. `isHere`: the last is the page itself. */
export function crumbs(line: readonly Crumb[], { isHere }: { isHere: boolean }): string {
  const steps = line.map((one, at) => {
    const current = isHere && at === line.length - 1 ? ' aria-current="page"' : ''
    return `<li><a href="${escaped(topicPage(one.path))}"${current}>${label(one)}</a></li>`
  })
  return `<nav class="crumbs" aria-label="Where this is"><ol><li><a href="/topics">${label(HOME)}</a></li>${steps.join('')}</ol></nav>`
}

export const label = ({ name, emoji }: Pick<Card, 'name' | 'emoji'>): string =>
  `${emoji === null ? '' : `<span class="emoji" aria-hidden="true">${escaped(emoji)}</span> `}<bdi>${escaped(name)}</bdi>`

/** The colour as an attribute of a drawing: the policy of the page has no room for styles. */
export const swatch = ({ colour, emoji }: Pick<Card, 'colour' | 'emoji'>): string =>
  `<span class="swatch" aria-hidden="true"><svg viewBox="0 0 40 40"><rect width="40" height="40" rx="11"${colour === null ? '' : ` fill="${escaped(colour)}"`}/></svg><span>${escaped(emoji ?? '·')}</span></span>`

/** What is inside is read without scripts, and until the element has its own. */
export function element(view: string, attributes: Readonly<Record<string, string | null>>, inside: string): string {
  const said = Object.entries({ tree: TREE, view, ...attributes, href: '/topics/{path}' })
  const written = said.flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escaped(value)}"`]))
  return `<palaver-topics${written.join('')}>${inside}</palaver-topics>`
}

export const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

export function rows(list: readonly Row[], { now, empty }: { now: number; empty: string }): string {
  if (list.length === 0) return `<div class="empty">${empty}</div>`
  return `<ol class="rows">${list.map((one) => row(one, now)).join('\n')}</ol>`
}

const row = ({ resource, title, tags, activity, comments, topic }: Row, now: number): string => `<li>
<h3><a href="${escaped(pageOf(resource))}" dir="auto">${escaped(title ?? resource.id)}</a></h3>
<p class="facts"><a href="${escaped(topicPage(topic.path))}">${label(topic)}</a> <span>${count(comments, 'comment')}</span> <time datetime="${escaped(activity)}">${ago(Date.parse(activity), now)}</time></p>
${tagList(tags)}</li>`

export const tagList = (tags: readonly string[]): string =>
  tags.length === 0
    ? ''
    : `<ul class="tags" aria-label="Tags">${tags.map((tag) => `<li dir="auto">${escaped(tag)}</li>`).join('')}</ul>`

const pageOf = ({ type, id }: Row['resource']): string => (type === TALK ? pathOfTalk(id) : pathOf({ id }))

const STEPS = [
  { unit: 'minute', ms: 60_000, upTo: 60 },
  { unit: 'hour', ms: 3_600_000, upTo: 24 },
  { unit: 'day', ms: 86_400_000, upTo: 30 },
  { unit: 'month', ms: 2_592_000_000, upTo: 12 },
  { unit: 'year', ms: 31_536_000_000, upTo: Infinity },
] as const
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

function ago(time: number, now: number): string {
  const passed = Math.max(0, now - time)
  const step = STEPS.find(({ ms, upTo }) => passed < ms * upTo) ?? STEPS[4]
  const number = Math.floor(passed / step.ms)
  return number === 0 && step.unit === 'minute' ? 'just now' : AGO.format(-number, step.unit)
}
