import { EXIT, Problem } from '../../problem.ts'
import type { Topic } from '../model.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { HEAD, iabId } from './iab.ts'
import { JSON_VERSION } from './json.ts'
import { BETWEEN_NAMES, shopifyId } from './shopify.ts'
import { type Format, hasControls, printable } from './wish.ts'

/** A tree as a file, part by part: each topic behind its parent, and the same bytes for the same tree. */
export function* exported(snapshot: Snapshot, format: Format): Generator<string> {
  let part = ''
  for (const line of WRITERS[format](snapshot)) {
    part += line
    if (part.length < PART) continue
    yield part
    part = ''
  }
  yield part
}

const PART = 64_000

const WRITERS: Readonly<Record<Format, (snapshot: Snapshot) => Generator<string>>> = {
  *json(snapshot) {
    const { key, name, locale, pages } = snapshot.tree
    const { topic, discussion } = pages
    const tree = { key, name, locale, pages: { topic, discussion } }
    yield `{"palaverTopics":${JSON_VERSION},"tree":${JSON.stringify(tree)},"topics":[`
    let before = '\n'
    for (const one of snapshot.below(null)) {
      yield `${before}${JSON.stringify(asJson(one))}`
      before = ',\n'
    }
    yield '\n]}\n'
  },
  *shopify(snapshot) {
    yield `# Topics of ${snapshot.tree.key}\n# Format: {GID} : {Ancestor name} > ... > {Category name}\n\n`
    let width = 0
    for (const topic of snapshot.below(null)) width = Math.max(width, shopifyId(topic).length)
    for (const topic of snapshot.below(null)) {
      const names = lineOf(snapshot, topic).map(plainName(BETWEEN_NAMES))
      yield `${shopifyId(topic).padEnd(width)} : ${names.join(BETWEEN_NAMES)}\n`
    }
  },
  *iab(snapshot) {
    let levels = LEAST_TIERS
    for (const { depth } of snapshot.below(null)) levels = Math.max(levels, depth + 1)
    const tiers = Array.from({ length: levels }, (_, at) => at)
    yield row(['Relational ID System', '', '', 'Tiered Categories', ...tiers.map(() => '')])
    yield row([...HEAD, ...tiers.map((at) => `Tier ${at + 1}`), ''])
    for (const topic of snapshot.below(null)) {
      const line = lineOf(snapshot, topic)
      const names = line.map(plainName(null))
      const parent = line.at(-2)
      const above = parent === undefined ? '' : iabId(parent)
      yield row([iabId(topic), above, names.at(-1) ?? '', ...tiers.map((at) => names[at] ?? ''), ''])
    }
  },
}

const LEAST_TIERS = 4
const row = (cells: readonly string[]): string => `${cells.join('\t')}\r\n`

const lineOf = (snapshot: Snapshot, topic: Topic): Topic[] => [...snapshot.ancestorsOf(topic.key), topic]

function asJson({ key, parent, name, slug, ref, locales, ...topic }: Topic): Record<string, unknown> {
  const { description, emoji, colour, visibility, roles, starts } = topic
  const spoken = Object.entries(locales)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([locale, variant]) => [locale, { name: variant.name, slug: variant.slug, description: variant.description }])
  const details = { description, emoji, colour, visibility, roles, starts, locales: Object.fromEntries(spoken) }
  return { key, parent, name, slug, ref, ...details }
}

/** Names that the text formats cannot hold would come back as others. */
function plainName(between: string | null): (topic: Topic) => string {
  return ({ name }) => {
    const isPlain = name.trim() === name && !hasControls(name) && (between === null || !` ${name} `.includes(between))
    if (isPlain) return name
    throw new Problem(EXIT.usage, `This format cannot hold the name “${printable(name)}”: export as json.`)
  }
}
