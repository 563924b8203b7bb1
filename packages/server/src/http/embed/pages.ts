import type { Logger } from 'pino'
import * as z from 'zod'
import { type Answer, defineRoute, type Route } from '../../api/route.ts'
import { keptFor, orgField, resourceId, resourceType } from '../../comments/service.ts'
import type { Context } from '../../context.ts'
import { openingOf } from '../../embed/opening.ts'
import type { Opening } from '../../embed/routes.ts'
import { FRAME_SCRIPT } from './frame-script.ts'
import { type Asked, elementOf, htmlOf, type Shown } from './html.ts'
import { FRAME_STYLE, PAGE_STYLE } from './page-style.ts'
import { plainThread } from './plain-thread.ts'
import { ancestorsFor, pagePolicy } from './policy.ts'
import type { RenderThread, Widget } from './widget.ts'

type Needs = Pick<Context, 'comments' | 'accounts' | 'people' | 'config' | 'notifications'> & {
  log: Pick<Logger, 'warn'>
  widget: Pick<Widget, 'render'>
}

const HTML = 'text/html; charset=utf-8'
const common = {
  method: 'GET',
  auth: 'none',
  tag: 'Pages',
  mediaType: 'text/html',
  answers: { 200: 'A page.' },
} as const

const pageQuery = z.object({
  org: orgField.optional(),
  // The element names a resource by `type:id`.
  type: resourceType.refine((type) => !type.includes(':'), 'must be without a colon'),
  id: resourceId,
  sort: z.enum(['oldest', 'newest', 'best']).optional(),
  view: z.enum(['threaded', 'flat']).optional(),
  theme: z.enum(['light', 'dark', 'auto']).optional(),
  locale: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(-[0-9a-z]{1,8})*$/i, 'must be a language such as en or pt-BR')
    .optional(),
})

/** Pages that show a discussion as it is read first: in a window of its own, in a frame, or inside of a host's page. */
export const embedPages = (needs: Needs): Route[] => [threadPage(needs), framePage(needs)]

const threadPage = (needs: Needs): Route =>
  defineRoute({
    ...common,
    path: '/embed/thread',
    name: 'getThreadPage',
    summary: 'A discussion as a page, or only its element for a host that puts it into a page of its own',
    query: pageQuery.extend({ fragment: z.literal('1').optional() }),
    handle: async ({ query: { fragment, ...query } }) => {
      const asked = askedIn(query)
      const base = fragment === undefined ? pathOf(needs) : addressOf(needs)
      const { shown, keeping } = await shownOf(needs, asked, base)
      if (fragment !== undefined) return answerOf(elementOf(shown), { ...keeping, headers: {} })
      const html = htmlOf({ ...shown, base, at: pageAt(needs, shown), style: PAGE_STYLE })
      const policy = pagePolicy({ style: PAGE_STYLE }, "'none'")
      return answerOf(html, { ...keeping, headers: pageHeaders(policy) })
    },
  })

const framePage = (needs: Needs): Route =>
  defineRoute({
    ...common,
    path: '/embed/frame',
    name: 'getFramePage',
    summary: 'A discussion as a page for a frame, which tells the page around how high it is',
    query: pageQuery,
    handle: async ({ query }) => {
      const asked = askedIn(query)
      const base = pathOf(needs)
      const { shown, keeping } = await shownOf(needs, asked, base)
      const inline = { style: FRAME_STYLE, script: FRAME_SCRIPT }
      const origins = (await needs.accounts.get(asked.org))?.origins ?? []
      const html = htmlOf({ ...shown, base, at: pageAt(needs, shown), ...inline })
      return answerOf(html, { ...keeping, headers: pageHeaders(pagePolicy(inline, ancestorsFor(origins))) })
    },
  })

/** What is not said is as the element takes it. */
function askedIn(query: z.output<typeof pageQuery>): Asked {
  const { org = 'main', type, id, sort = 'best', view = null, theme = 'auto', locale = 'en' } = query
  return { org, resource: { type, id }, sort, view, theme, locale }
}

type Keeping = Pick<Answer, 'keepFor' | 'org'>

/** As nobody sees it: whoever reads a page for the first time is not known yet. */
async function shownOf(needs: Needs, asked: Asked, base: string): Promise<{ shown: Shown; keeping: Keeping }> {
  const { json, discussion } = await openingOf(needs, null, asked)
  const opening = JSON.parse(json) as Opening
  const children = await childrenOf(needs, opening, { asked, base })
  const keeping = discussion === null ? { org: asked.org } : { keepFor: keptFor(discussion) }
  return { shown: { opening, asked, children }, keeping }
}

type Place = { asked: Asked; base: string }

async function childrenOf({ widget, log }: Needs, opening: Opening, { asked, base }: Place): Promise<string> {
  const { locale, theme, sort, resource } = asked
  try {
    const render: RenderThread = (await widget.render()) ?? plainThread
    return render(opening, { locale, theme, sort, base, resource: `${resource.type}:${resource.id}` })
  } catch (error) {
    log.warn({ err: error }, 'a page could not be rendered by the widget')
    return plainThread(opening)
  }
}

const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
})

const answerOf = (html: string, rest: Keeping & Pick<Answer, 'headers'>): Answer => ({
  body: Buffer.from(html),
  type: HTML,
  ...rest,
})

/** Not from what the request says of itself: pages are kept, and given to others. */
const addressOf = ({ config, notifications }: Needs): string => config.url ?? notifications.reached.at

/** The same without the host: what is of the service's own page is found under any name that it has. */
const pathOf = (needs: Needs): string => new URL(addressOf(needs)).pathname.replace(/\/$/, '')

/** By the name that it has now. */
function pageAt(needs: Needs, { asked: { org, resource }, opening: { discussion } }: Shown): string {
  const query = new URLSearchParams({ org, ...(discussion?.resource ?? resource) })
  return `${addressOf(needs)}/embed/thread?${query.toString()}`
}
