import type { Discussion, Resource } from '../../comments/model.ts'
import { DEFAULT_SETTINGS, LAYOUTS, ORDERS } from '../../comments/model.ts'
import { isOldEnough, openInThePast } from '../../comments/seeding/open.ts'
import { sow } from '../../comments/seeding/sow.ts'
import type { Context } from '../../context.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { showProgress } from '../progress.ts'
import { asText as peopleAsText, makePeople, peopleIn } from '../social/seed-people.ts'
import { stopSignal } from '../stop-signal.ts'
import { requireOrg } from '../the-org.ts'
import { withContext } from '../with-context.ts'

const MOST_COMMENTS = 10_000_000
const LONGEST_ID = 1024

export const seedCommand = command({
  name: 'seed',
  description: 'Makes a discussion, or people who follow each other, as they may have been',
  args: {
    comments: { type: 'string', valueHint: 'count', description: 'How many comments it has' },
    people: {
      type: 'string',
      valueHint: 'count',
      description: 'Instead: so many people who follow each other, and posts',
    },
    layout: { type: 'enum', options: [...LAYOUTS], description: "How it is stored; the org's choice without it" },
    order: {
      type: 'enum',
      options: [...ORDERS],
      description: "The order it is stored in; the org's choice without it",
    },
    org: { type: 'string', description: 'Id of the org; not needed where there is one' },
    resource: { type: 'string', valueHint: 'type/id', description: 'What is commented on; one of its own without it' },
    seed: { type: 'string', default: '1', description: 'The same seed gives the same conversation' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ comments, people, layout, order, org, resource, seed, json }) => {
    if ((comments === undefined) === (people === undefined))
      throw new Problem(EXIT.usage, 'Say --comments for a discussion, or --people for a network of people.')
    if (people !== undefined) {
      const wanted = { count: peopleIn(people), seed, org }
      const made = await withContext((context) => makePeople(context, wanted))
      process.stdout.write(json === true ? `${JSON.stringify(made)}\n` : peopleAsText(made))
      return made.isWhole ? EXIT.ok : EXIT.failure
    }
    const count = countIn(comments ?? '')
    const settings = { ...(layout !== undefined && { layout }), ...(order !== undefined && { order }) }
    const fallback = [seed, count, ...Object.values(settings)].join('-')
    const named = resource === undefined ? { type: 'seed', id: fallback } : resourceIn(resource)
    const made = await withContext((context) => make(context, { count, settings, org, resource: named, seed }))
    process.stdout.write(json === true ? `${JSON.stringify(made)}\n` : asText(made))
    return made.isWhole ? EXIT.ok : EXIT.failure
  },
})

type Wanted = {
  count: number
  settings: Partial<Pick<Discussion, 'layout' | 'order'>>
  org: string | undefined
  resource: Resource
  seed: string
}
type Made = Pick<Discussion, 'org' | 'resource' | 'layout' | 'order'> & {
  discussion: string
  /** Where the service shows it, once it runs. */
  url: string
  comments: number
  votes: number
  seconds: number
  isWhole: boolean
}

async function make({ config, accounts, comments: { needs }, store }: Context, wanted: Wanted): Promise<Made> {
  const began = performance.now()
  let isStopped = false
  void stopSignal().then(() => (isStopped = true))
  await accounts.ensureFirst()
  const { _id: org } = await requireOrg(accounts, wanted.org)
  const { count, resource, settings, seed } = wanted
  const title = `A conversation of ${count.toLocaleString('en')} comments`
  const discussion = await openInThePast(store, needs, {
    org,
    resource,
    title,
    settings: { ...settings, closeAfterDays: 0 },
  })
  if (!isOldEnough(discussion, needs.world.now()))
    throw new Problem(EXIT.usage, `${resource.type}/${resource.id} has a discussion already: name another --resource.`)
  const rules = await needs.rulesOf(org)
  const maxDepth = discussion.settings.maxDepth ?? rules?.settings.maxDepth ?? DEFAULT_SETTINGS.maxDepth
  const plan = { seed, count, published: Date.parse(discussion.created), maxDepth }
  const sown = await sow(needs, {
    discussion,
    plan,
    onProgress: showProgress(process.stderr),
    isStopped: () => isStopped,
  })
  const { layout, order } = await needs.discussions.require({ discussion: discussion._id })
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  const asked = new URLSearchParams({ org, ...resource })
  const url = `http://${config.host}:${config.port}/embed/thread?${asked.toString()}`
  return { discussion: discussion._id, url, org, resource, layout, order, ...sown, seconds }
}

function countIn(text: string): number {
  const count = Number(text.replaceAll('_', ''))
  if (Number.isInteger(count) && count > 0 && count <= MOST_COMMENTS) return count
  throw new Problem(EXIT.usage, `--comments must be a whole number from 1 to ${MOST_COMMENTS}.`)
}

function resourceIn(text: string): Resource {
  const at = text.indexOf('/')
  const [type, id] = [text.slice(0, at), text.slice(at + 1)]
  if (at > 0 && id !== '' && Buffer.byteLength(text) <= LONGEST_ID) return { type, id }
  throw new Problem(EXIT.usage, '--resource must be a type and an id with a / between them, such as article/42.')
}

function asText({ discussion, url, comments, votes, layout, order, seconds, isWhole }: Made): string {
  const made = `${comments.toLocaleString('en')} comments and ${votes.toLocaleString('en')} votes in ${seconds} s`
  const rest = isWhole ? '' : 'It is not whole: the same command goes on with it.\n'
  const look = `While the service runs it counts replies and votes, and shows the discussion: ${url}\n`
  return `Discussion ${discussion} (${layout}, ${order}): ${made}.\n${rest}${look}`
}
