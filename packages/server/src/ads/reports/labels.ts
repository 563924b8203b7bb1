import type { Collection } from '@palaver/store'
import { placeId } from '../ids.ts'
import type { Creative, Flight, Zone } from '../model.ts'
import type { Grouping, Line } from './report.ts'

export type LabelNeeds = {
  creatives: Collection<Creative>
  flights: Collection<Flight>
  zones: Collection<Zone>
  /** Of a topic that everybody may see; null for all others. */
  topicName: (org: string, topic: string) => Promise<string | null>
}

/** More than anybody reads. */
const MOST_NAMED = 200

type NameOf = (needs: LabelNeeds, org: string, key: string) => Promise<string | null>

const NAMES: Partial<Record<Grouping, NameOf>> = {
  creative: async ({ creatives }, org, id) => own(await creatives.get(id), org),
  flight: async ({ flights }, org, id) => own(await flights.get(id), org),
  zone: async ({ zones }, org, key) => own(await zones.get(placeId('zone', org, key)), org),
  topic: ({ topicName }, org, id) => topicName(org, id),
}

const own = (thing: { org: string; name: string } | null, org: string): string | null =>
  thing?.org === org ? thing.name : null

export type Labelled = Line & { label: string | null }

/** With the names of what the lines are about; what has none, or none for everybody, has an id. */
export function labelled(
  needs: LabelNeeds,
  { org, by }: { org: string; by: Grouping },
  lines: readonly Line[],
): Promise<Labelled[]> {
  const nameOf = NAMES[by]
  const name = async (line: Line, at: number): Promise<Labelled> => {
    const isNamed = nameOf !== undefined && line.key !== '' && at < MOST_NAMED
    return { ...line, label: isNamed ? await nameOf(needs, org, line.key) : null }
  }
  return Promise.all(lines.map(name))
}
