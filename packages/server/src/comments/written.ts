import type { Collection } from '@palaver/store'
import type { Whose } from '../personal/service.ts'
import { type Authored, authoredIn } from './authored.ts'
import { atHome } from './home.ts'
import type { Discussion } from './model.ts'
import type { Needs } from './needs.ts'
import { thingOf } from './permission.ts'
import { asPublished } from './secret.ts'

const BATCH = 100

type Item = {
  posted: string
  edited: string | null
  text: string
  status: string
  earlier: { text: string; replaced: string }[]
  on: object | null
  discussion: string
  slug: string | null
}

/** What a person wrote, the oldest first; what waits without their knowing stands where it would if it were published. */
export const written = (needs: Needs, whose: Whose): AsyncGenerator<Item> =>
  inOrder(published(needs, whose), secret(needs, whose))

async function* published(needs: Needs, whose: Whose): AsyncGenerator<Item> {
  const edits = await secretEdits(needs, whose)
  for await (const { discussion, slug } of allBy(needs.authored, whose)) {
    const found = await needs.discussions.find({ discussion })
    if (found === null) continue
    const { layout, place } = atHome(needs.homes, found)
    const [comment] = await layout.get(place, [slug])
    if (comment === null || comment === undefined || comment.status === 'deleted') continue
    const { text, posted, edited, status, history } = comment
    const earlier = history.map((revision) => ({ text: revision.text, replaced: revision.at }))
    const item = { posted, edited, text, status, earlier, on: await pageOf(needs, found), discussion, slug }
    yield withEdit(item, edits.get(`${discussion} ${slug}`))
  }
}

async function* secret(needs: Needs, whose: Whose): AsyncGenerator<Item> {
  for await (const { discussion, secret: one } of needs.secrets.all(whose, 'post')) {
    const found = await needs.discussions.find({ discussion })
    if (found === null) continue
    const { text, rewritten, names } = one
    const said = { posted: names.posted, edited: rewritten?.at ?? null, text, status: 'published', earlier: [] }
    const comment = await asPublished(needs, { actor: whose, discussion: found }, one)
    yield { ...said, on: await pageOf(needs, found), discussion, slug: comment?.slug ?? null }
  }
}

type Edit = { text: string; at: string }

/** The last of each comment. */
async function secretEdits({ secrets }: Needs, whose: Whose): Promise<ReadonlyMap<string, Edit>> {
  const edits = new Map<string, Edit>()
  for await (const { discussion, slug, at, secret: one } of secrets.all(whose, 'edit'))
    edits.set(`${discussion} ${slug ?? ''}`, { text: one.text, at })
  return edits
}

/** As they were answered when they made it; nothing where the comment was changed since. */
function withEdit(item: Item, edit: Edit | undefined): Item {
  if (edit === undefined || edit.at < (item.edited ?? item.posted)) return item
  const { text, at } = edit
  return { ...item, text, edited: at, earlier: [...item.earlier, { text: item.text, replaced: at }] }
}

async function* inOrder(one: AsyncIterator<Item>, other: AsyncIterator<Item>): AsyncGenerator<Item> {
  let [a, b] = [await one.next(), await other.next()]
  for (;;) {
    if (a.done !== true && (b.done === true || a.value.posted <= b.value.posted)) {
      yield a.value
      a = await one.next()
    } else if (b.done !== true) {
      yield b.value
      b = await other.next()
    } else return
  }
}

/** What is said of the page is for whoever may see it: where not all may, it is left out. */
async function pageOf(needs: Needs, discussion: Discussion): Promise<object | null> {
  const { org, resource, title, url } = discussion
  const may = await needs.mayOf(null, org, thingOf(discussion)).catch(() => null)
  return may?.see === true ? { title, url, ...resource } : null
}

export async function* allBy(authored: Collection<Authored>, { org, id }: Whose): AsyncGenerator<Authored> {
  let after: Parameters<typeof authoredIn>[2]['after'] = null
  for (;;) {
    const { items, next } = await authoredIn(authored, { org, author: id }, { after, limit: BATCH })
    yield* items
    if (next === null) return
    after = next
  }
}
