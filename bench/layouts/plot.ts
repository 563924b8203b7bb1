export type Point = { x: number; y: number }
export type Series = { name: string; points: readonly Point[] }
export type Panel = { title: string; series: readonly Series[] }

const WIDTH = 320
const HEIGHT = 210
const COLUMNS = 3
const MARGIN = { left: 52, right: 14, top: 30, bottom: 34 }
const LEGEND = 28

/** One for each series, in colours that can be told apart on white and on black, and by their marks without them. */
const MARKS: readonly ((at: Point) => string)[] = [
  ({ x, y }) => `<circle cx="${x}" cy="${y}" r="3.5"/>`,
  ({ x, y }) => `<rect x="${x - 3}" y="${y - 3}" width="6" height="6"/>`,
  ({ x, y }) => `<path d="M${x} ${y - 4.5}l4.5 8h-9z"/>`,
  ({ x, y }) => `<path d="M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5-4.5z"/>`,
]

const STYLE = `
  svg { color: #222; font: 11px system-ui, sans-serif }
  text { fill: currentColor }
  .title { font-weight: 600 }
  .frame { fill: none; stroke: currentColor; stroke-opacity: .5 }
  .grid { stroke: currentColor; stroke-opacity: .15 }
  .line { fill: none; stroke-width: 1.8 }
  .s0 { --c: #0b62c4 } .s1 { --c: #b45309 } .s2 { --c: #15803d } .s3 { --c: #a21caf }
  .line { stroke: var(--c) } .mark { fill: var(--c) }
  @media (prefers-color-scheme: dark) {
    svg { color: #ddd }
    .s0 { --c: #6cb0ff } .s1 { --c: #f3a953 } .s2 { --c: #5fd38d } .s3 { --c: #e58cf2 }
  }`

/** Panels beside one another, both axes by powers of ten, as an SVG that suits a light and a dark page. */
export function plot(title: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS)
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT + LEGEND]
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))]
  const drawn = panels.map((panel, at) => {
    const [x, y] = [(at % COLUMNS) * WIDTH, Math.floor(at / COLUMNS) * HEIGHT + LEGEND]
    return `<g transform="translate(${x} ${y})">${panelOf(panel, names)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    legend(names),
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

const legend = (names: readonly string[]): string =>
  names
    .map((name, at) => {
      const x = MARGIN.left + at * 200
      return `<g class="s${at}"><g class="mark">${mark(at, { x, y: 14 })}</g><text x="${x + 10}" y="18">${escaped(name)}</text></g>`
    })
    .join('')

function panelOf({ title, series }: Panel, names: readonly string[]): string {
  const points = series.flatMap((one) => one.points)
  const x = scale(
    points.map((point) => point.x),
    MARGIN.left,
    WIDTH - MARGIN.right,
  )
  const y = scale(
    points.map((point) => point.y),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  )
  const lines = series.map((one) => lineOf(one, names.indexOf(one.name), (at) => ({ x: x.at(at.x), y: y.at(at.y) })))
  const [left, right, top, bottom] = [MARGIN.left, WIDTH - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom]
  const across = y.ticks.map(
    (tick) =>
      `<line class="grid" x1="${left}" x2="${right}" y1="${y.at(tick)}" y2="${y.at(tick)}"/>` +
      `<text x="${left - 6}" y="${y.at(tick) + 4}" text-anchor="end">${short(tick)}</text>`,
  )
  const down = x.ticks.map(
    (tick) => `<text x="${x.at(tick)}" y="${bottom + 16}" text-anchor="middle">${short(tick)}</text>`,
  )
  return [
    `<text class="title" x="${left}" y="${top - 10}">${escaped(title)}</text>`,
    `<rect class="frame" x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`,
    ...across,
    ...down,
    ...lines,
  ].join('')
}

function lineOf({ points }: Series, number: number, place: (point: Point) => Point): string {
  const placed = points.map(place)
  const path = placed.map(({ x, y }) => `${x},${y}`).join(' ')
  const marks = placed.map((point) => mark(number, point)).join('')
  return `<g class="s${number}"><polyline class="line" points="${path}"/><g class="mark">${marks}</g></g>`
}

const mark = (number: number, at: Point): string => MARKS[number % MARKS.length]?.(at) ?? ''

type Scale = { at: (value: number) => number; ticks: number[] }

/** By powers of ten, from the one below the smallest value to the one above the largest. */
function scale(values: readonly number[], from: number, to: number): Scale {
  const least = Math.floor(Math.log10(Math.min(...values)))
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))))
  const at = (value: number): number =>
    Number((from + ((Math.log10(value) - least) / (most - least)) * (to - from)).toFixed(1))
  return { at, ticks: Array.from({ length: most - least + 1 }, (_, step) => 10 ** (least + step)) }
}

const short = (value: number): string => {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1_000 ? `${value / 1_000}k` : String(Number(value.toPrecision(1)))
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
