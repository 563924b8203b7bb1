import { expect, test } from 'vitest'
import { plot } from './plot.ts'

const PANELS = Array.from({ length: 4 }, (_, panel) => ({
  title: `a < b & "${panel}"`,
  series: ['one', 'two', 'three & more'].map((name, at) => ({
    name,
    points: [100, 1_000, 1_000_000].map((x) => ({ x, y: (0.003 * x ** (at / 3)) / (panel + 1) })),
  })),
}))
const SVG = plot('how "it" grows', PANELS)

test('is one well-formed element', () => {
  const open: string[] = []
  for (const [, closing, name = '', empty] of SVG.replace(/<style>[\s\S]*?<\/style>/, '').matchAll(
    /<(\/?)([\w-]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (closing === '/') expect(open.pop()).toBe(name)
    else if (empty !== '/') open.push(name)
  }
  expect(open).toEqual([])
  expect(SVG.replace(/<[^<>]*>/g, '').includes('<')).toBe(false)
})

test('text is escaped', () => {
  expect(SVG).toContain('aria-label="how &quot;it&quot; grows"')
  expect(SVG).toContain('a &lt; b &amp; &quot;0&quot;')
})

test('every series has a line in each panel, and its name once', () => {
  expect(SVG.match(/<polyline/g)).toHaveLength(12)
  for (const name of ['one', 'two', 'three &amp; more']) expect(SVG.split(`>${name}<`)).toHaveLength(2)
})

test('every point lies in its panel, larger values further up and to the right', () => {
  for (const [, points = ''] of SVG.matchAll(/<polyline class="line" points="([^"]*)"/g)) {
    const places = points.split(' ').map((pair) => pair.split(',').map(Number))
    for (const [x = Number.NaN, y = Number.NaN] of places) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(320)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y).toBeLessThanOrEqual(210)
    }
    const [xs, ys] = [places.map(([x = 0]) => x), places.map(([, y = 0]) => y)]
    expect(xs).toEqual(xs.toSorted((a, b) => a - b))
    expect(ys).toEqual(ys.toSorted((a, b) => b - a))
  }
})

test('has colours for light and for dark pages', () => {
  expect(SVG).toContain('prefers-color-scheme: dark')
  expect(SVG).toContain('currentColor')
})
