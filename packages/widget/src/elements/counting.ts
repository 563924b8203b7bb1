type Wanted = { base: string; org: string; type: string; id: string }
type Asked = { base: string; org: string; resource: string; tell: (count: number) => void }

/** As many as one request may name. */
const AT_ONCE = 100

let waiting: Asked[] = []

/** Asks together with all others that are asked for in this moment; nothing is told where it cannot be found out. */
export function countSoon({ base, org, type, id }: Wanted, tell: (count: number) => void): void {
  waiting.push({ base, org, resource: `${type}:${id}`, tell })
  if (waiting.length === 1) setTimeout(askAll)
}

function askAll(): void {
  const all = waiting
  waiting = []
  for (const [, same] of Map.groupBy(all, ({ org }) => org))
    for (let at = 0; at < same.length; at += AT_ONCE) void ask(same.slice(at, at + AT_ONCE))
}

async function ask(some: readonly Asked[]): Promise<void> {
  const [first] = some
  if (first === undefined) return
  const named = [...new Set(some.map(({ resource }) => resource))]
  const query = new URLSearchParams([['org', first.org], ...named.map((one) => ['resource', one])])
  const answer = await fetch(`${first.base}/v1/counts?${query}`).catch(() => null)
  if (answer?.ok !== true) return
  const { counts } = (await answer.json()) as { counts: { resource: string; comments: number | null }[] }
  const found = new Map(counts.map(({ resource, comments }) => [resource, comments ?? 0]))
  for (const { resource, tell } of some) tell(found.get(resource) ?? 0)
}
