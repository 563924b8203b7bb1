import * as z from 'zod'
import { ROLES } from '../../api/actor.ts'
import { tagOf } from '../../api/bytes.ts'
import type { Answer } from '../../api/route.ts'
import { localesFor, pathIn, slugIn } from '../addresses.ts'
import { topicId } from '../ids.ts'
import { STARTERS, type Topic, VISIBILITIES } from '../model.ts'
import type { Topics } from '../service.ts'
import { shared, type View } from './views.ts'

const count = z.int().min(0)

const stepSchema = z.object({
  id: z.string(),
  name: z.string(),
  emoji: z.string().nullable(),
  slug: z.string(),
  path: z.string(),
  url: z.string().nullable(),
})

export const topicSchema = z
  .object({
    id: z.string(),
    tree: z.string(),
    parent: z.string().nullable(),
    slug: z.string(),
    path: z.string().meta({ description: 'Its address in the tree, in the language that was asked for.' }),
    name: z.string(),
    description: z.string().nullable(),
    emoji: z.string().nullable(),
    colour: z.string().nullable(),
    locale: z.string().meta({ description: 'Language of the name.' }),
    locales: z.record(
      z.string(),
      z.object({ name: z.string(), slug: z.string().nullable(), description: z.string().nullable() }),
    ),
    visibility: z.enum(VISIBILITIES),
    roles: z.array(z.enum(ROLES)),
    starts: z.enum(STARTERS).nullable().meta({ description: 'Null where the topic above says it.' }),
    ref: z.string().nullable(),
    depth: count,
    children: count,
    counts: z
      .object({ discussions: count, comments: count, allDiscussions: count, allComments: count })
      .meta({ description: 'In it, and with all that is below it; a second old at most, once the tree is at rest.' }),
    url: z.string().nullable().meta({ description: "Of the host's page, where the tree says where those are." }),
    created: z.iso.datetime(),
    rev: count,
    breadcrumb: z.array(stepSchema).optional(),
  })
  .meta({ id: 'Topic' })

export const topicPageSchema = z
  .object({
    topic: topicSchema,
    breadcrumb: z.array(stepSchema).meta({ description: 'The topics above it, the root first.' }),
    version: count.meta({ description: 'Of the tree: all of this was so at that version.' }),
  })
  .meta({ id: 'TopicPage' })

type Step = z.output<typeof stepSchema>
export type TopicView = z.output<typeof topicSchema>

/** Shows topics of a view, with their numbers. */
export async function presenter(topics: Topics, view: View): Promise<(topic: Topic) => TopicView> {
  const countsOf = await topics.numbers(view.snapshot, view.actor)
  return (topic) => ({ ...shown(view, topic), counts: countsOf(topic.key) })
}

function shown(view: View, topic: Topic): Omit<TopicView, 'counts'> {
  const { snapshot, sight } = view
  const { emoji, colour, locales, visibility, roles, starts, ref, depth, created, rev } = topic
  const parent = topic.parent === null ? null : topicId(topic.tree, topic.parent)
  const children = snapshot.childrenOf(topic.key).filter(sight.sees).length
  const about = { emoji, colour, locales, visibility, roles, starts, ref, depth, created, rev }
  return { ...stepOf(view, topic), ...spokenOf(view, topic), tree: view.tree.key, parent, children, ...about }
}

/** What it is called in the language that was asked for, or else in that of the tree. */
function spokenOf({ tree, locale }: View, { name, description, locales }: Topic) {
  for (const one of localesFor(locale)) {
    const variant = locales[one]
    if (variant !== undefined)
      return { name: variant.name, description: variant.description ?? description, locale: one }
  }
  return { name, description, locale: tree.locale }
}

export function stepOf(view: View, topic: Topic): Step {
  const { snapshot, locale, tree } = view
  const path = pathIn(snapshot, topic, locale)
  const { name } = spokenOf(view, topic)
  const url = addressOf(tree.pages.topic, { path, id: topic._id })
  return { id: topic._id, name, emoji: topic.emoji, slug: slugIn(topic, locale), path, url }
}

/** An address of the host's, with what differs put in. */
export function addressOf(page: string | null, { path, id }: { path: string; id: string }): string | null {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return page?.replaceAll(/\{(path|id)\}/g, (_, what) => (what === 'id' ? encodeURIComponent(id) : encoded)) ?? null
}

export const breadcrumbOf = (view: View, topic: Topic): Step[] =>
  view.snapshot.ancestorsOf(topic.key).map((above) => stepOf(view, above))

/** Its tag is for If-Match the revision, and for If-None-Match also what else is shown. */
export async function topicPage(
  topics: Topics,
  view: View,
  { topic, saysOrg }: { topic: Topic; saysOrg: boolean },
): Promise<Answer> {
  const present = await presenter(topics, view)
  const page = { topic: present(topic), breadcrumb: breadcrumbOf(view, topic), version: view.snapshot.version }
  const body = Buffer.from(JSON.stringify(page))
  return { body, etag: `r${topic.rev}.${tagOf(body)}`, ...shared(view, { saysOrg }) }
}
