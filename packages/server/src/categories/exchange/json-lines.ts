/** The first line with which a text can no longer become JSON; not every message of the parser says where that is. */
export function lineOfError(json: string): number {
  const ends = [...json.matchAll(/\n|$/g)].map(({ index }) => index)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBroken(json.slice(0, (ends[middle] ?? 0) + 1))) high = middle
    else low = middle + 1
  }
  return low + 1
}

/** What only lacks its end is not broken. */
function isBroken(start: string): boolean {
  try {
    JSON.parse(start)
    return false
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? start.length)
    return /^(Unexpected token|Bad control)/.test(message) || at < start.trimEnd().length
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|\n|[^\s[\]{},:"]+/g

const DEPTH: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** The lines on which the members of the array `topics` begin; the text is known to be JSON. */
export function linesOfTopics(json: string): number[] {
  const found: number[] = []
  let [line, depth, name, isNext] = [1, 0, '', false]
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '\n') {
      line++
      continue
    }
    if (isNext && token !== ']') found.push(line)
    depth += DEPTH[token] ?? 0
    if (depth === 1 && token.startsWith('"')) name = token
    isNext = depth === 2 && name === '"topics"' && (token === '[' || token === ',')
  }
  return found
}
