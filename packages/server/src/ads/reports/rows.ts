import { readViewEntry } from '../entries.ts'
import type { Slice } from '../model.ts'
import { hourStart } from '../money/days.ts'
import type { Row } from './model.ts'

type What = Pick<Row, 'flight' | 'creative' | 'zone' | 'topic'>

const keyOf = ({ flight, creative, zone, topic }: What): string => [flight, creative, zone, topic].join('|')

const blank = ({ flight, creative, zone, topic }: What): Row => ({
  flight,
  creative,
  zone,
  topic,
  impressions: 0,
  viewable: 0,
  clicks: 0,
  conversions: 0,
  spend: 0,
})

/** Adds up what is of the same flight, creative, zone and topic. */
export function summed(rows: Iterable<Row>): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? blank(row)
    sums.set(keyOf(row), {
      ...sum,
      impressions: sum.impressions + row.impressions,
      viewable: sum.viewable + row.viewable,
      clicks: sum.clicks + row.clicks,
      conversions: sum.conversions + row.conversions,
      spend: sum.spend + row.spend,
    })
  }
  return [...sums.values()]
}

type At = { at: number; row: Row }

/** What a slice billed, by the hours of the campaign in which it was decided: late clicks count for then, too. */
export function rowsIn(slice: Slice, timeZone: string): Map<string, Row[]> {
  const hours = Map.groupBy(rowsOf(slice), ({ at }) => new Date(hourStart(timeZone, at)).toISOString())
  return new Map([...hours].map(([start, some]) => [start, summed(some.map(({ row }) => row))]))
}

/** A slice of a fee stands for a conversion, or for all of a flat flight. */
function rowsOf(slice: Slice): At[] {
  const { conversion, fee, flight, made } = slice
  if (conversion !== null) {
    const { at, creative, zone, topic } = readViewEntry(conversion.view)
    return [{ at, row: { ...blank({ flight, creative, zone, topic }), conversions: 1, spend: fee } }]
  }
  if (fee > 0)
    return [{ at: Date.parse(made), row: { ...blank({ flight, creative: '', zone: '', topic: '' }), spend: fee } }]
  return viewsOf(slice)
}

function viewsOf({ views, viewCost, clickCost, flight, ...marked }: Slice): At[] {
  const [seen, paid, free] = [new Set(marked.seen), new Set(marked.clicks), new Set(marked.freeClicks)]
  return views.map((entry) => {
    const { index, at, creative, zone, topic } = readViewEntry(entry)
    const isPaid = paid.has(index)
    const row = {
      ...blank({ flight, creative, zone, topic }),
      impressions: 1,
      viewable: seen.has(index) ? 1 : 0,
      clicks: isPaid || free.has(index) ? 1 : 0,
      spend: viewCost + (isPaid ? clickCost : 0),
    }
    return { at, row }
  })
}
