import { type Call, callOf, idsUsedBy } from './call.ts'
import type { Operation } from './document.ts'
import { type IdName, type Ids, neverWas } from './ids.ts'

/** The same request twice: about what belongs to another org, and about what never was. */
export type ForeignCall = { what: string; foreign: Call; never: Call }

/** What each org names as it likes: two may well choose the same. */
const CHOSEN: readonly IdName[] = ['type', 'resource', 'tree']

/** Every way in which an operation can be asked about things of another org, each alone and all together. */
export function foreignCalls(operation: Operation, own: Ids, foreign: Ids): ForeignCall[] {
  const used = [...idsUsedBy(operation)].filter((name) => !CHOSEN.includes(name))
  const with_ = (names: readonly IdName[], change: (id: string) => string): Ids => ({
    ...own,
    ...Object.fromEntries(names.map((name) => [name, change(foreign[name])])),
  })
  const pair = (names: readonly IdName[]): ForeignCall => ({
    what: names.join(' and '),
    foreign: callOf(
      operation,
      with_(names, (id) => id),
    ),
    never: callOf(operation, with_(names, neverWas)),
  })
  const alone = used.map((name) => pair([name]))
  if (used.length === 0) return []
  return [...alone, ...(used.length > 1 ? [pair(used)] : []), ...byResource(pair(used), foreign)]
}

/** A discussion can also be named by its org and resource. */
function byResource({ foreign: call }: ForeignCall, { org, type, resource }: Ids): ForeignCall[] {
  const { operation } = call
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  if (!['org', 'type', 'id'].every((name) => names.includes(name)) || call.params['discussion'] === undefined) return []
  const at = (query: Record<string, string>): Call => ({
    ...call,
    params: { ...call.params, discussion: '-' },
    query: { ...call.query, ...query },
  })
  return [
    {
      what: 'resource in its org',
      foreign: at({ org, type, id: resource }),
      never: at({ org, type, id: neverWas(resource) }),
    },
    { what: 'org', foreign: at({ org, type, id: resource }), never: at({ org: neverWas(org), type, id: resource }) },
    {
      what: 'resource in the own org',
      foreign: at({ type, id: resource }),
      never: at({ type, id: neverWas(resource) }),
    },
  ]
}
