import { expect, test } from 'vitest'
import { parseText, renderParsed } from '../text/render.ts'
import { everybody } from '../text/strict-html.fixtures.ts'
import { conversation, type ConversationPlan, type Utterance } from './conversation.ts'
import { SPAN_MS } from './times.ts'

const PLAN: ConversationPlan = { seed: 'test', count: 5_000, published: Date.UTC(2026, 0, 1), maxDepth: 10 }
const ALL = [...conversation(PLAN)]

const share = (holds: (said: Utterance) => boolean): number => ALL.filter(holds).length / ALL.length

test('the same plan gives the same conversation, another seed another one', () => {
  expect([...conversation(PLAN)]).toEqual(ALL)
  const other = [...conversation({ ...PLAN, seed: 'other' })]
  expect(other.map(({ text }) => text)).not.toEqual(ALL.map(({ text }) => text))
})

test('all slugs differ, and every reply is behind what it replies to', () => {
  expect(new Set(ALL.map(({ slug }) => slug)).size).toBe(ALL.length)
  for (const { number, parent, slug, fullSlug, depth } of ALL) {
    if (parent === null) continue
    expect(parent.number).toBeLessThan(number)
    expect(slug.startsWith(`${parent.slug}/`) && fullSlug.startsWith(`${parent.fullSlug}/`)).toBe(true)
    expect(depth).toBe(parent.depth + 1)
  }
})

test.each([0, 1, 3])('no comment is deeper than %i', (maxDepth) => {
  const depths = [...conversation({ ...PLAN, count: 500, maxDepth })].map(({ depth }) => depth)
  expect(Math.max(...depths)).toBe(maxDepth)
})

test('fewer at each depth, but some that are deep', () => {
  const counts = Array.from({ length: 6 }, (_, deep) => ALL.filter(({ depth }) => depth === deep).length)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[5]).toBeGreaterThan(0)
})

test('some comments get many replies, most get none', () => {
  const replies = new Map<number, number>()
  for (const { parent } of ALL) if (parent !== null) replies.set(parent.number, (replies.get(parent.number) ?? 0) + 1)
  expect(replies.size).toBeLessThan(ALL.length / 2)
  expect(Math.max(...replies.values())).toBeGreaterThan(20)
})

test('most are short, a few are long', () => {
  const lengths = ALL.map(({ text }) => text.length).toSorted((a, b) => a - b)
  const at = (part: number): number => lengths[Math.floor(part * lengths.length)] ?? 0
  expect(at(0.5)).toBeLessThan(150)
  expect(at(0.99)).toBeGreaterThan(500)
  expect(at(0)).toBeGreaterThan(0)
  expect(lengths.at(-1)).toBeLessThan(10_000)
})

test('there are lists, quotes, code, links, mentions and other scripts', () => {
  const html = ALL.map(({ text }) => renderParsed(parseText(text), { find: everybody, most: 10 }).html).join('\n')
  for (const mark of ['<ul>', '<ol>', '<blockquote>', '<pre>', '<a href', '<em>', '<strong>', 'class="mention"'])
    expect(html).toContain(mark)
  const scripts = ['Latin', 'Cyrillic', 'Han', 'Hiragana', 'Arabic', 'Hangul', 'Greek', 'Hebrew']
  const names = ALL.map(({ author }) => author.name).join()
  for (const script of scripts) expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
})

test('a few people write much, and an id has one name', () => {
  const names = new Map<string, Set<string>>()
  for (const { author } of ALL) names.set(author.id, (names.get(author.id) ?? new Set()).add(author.name))
  expect([...names.values()].every(({ size }) => size === 1)).toBe(true)
  expect(names.size).toBeLessThan(ALL.length / 2)
  expect(names.size).toBeGreaterThan(ALL.length / 20)
})

test('times go on, most in the first days, fewer at night', () => {
  const times = ALL.map(({ posted }) => Date.parse(posted) - PLAN.published)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBeGreaterThanOrEqual(0)
  expect(times.at(-1)).toBeLessThanOrEqual(SPAN_MS)
  expect(times.at(-1)).toBeGreaterThan(SPAN_MS / 2)
  const day = 24 * 60 * 60 * 1000
  expect(share(({ posted }) => Date.parse(posted) < PLAN.published + 2 * day)).toBeGreaterThan(0.3)
  const late = times.filter((time) => time > 3 * day)
  const hours = Array.from(
    { length: 24 },
    (_, hour) => late.filter((time) => Math.floor((time % day) / 3_600_000) === hour).length,
  )
  expect(Math.min(...hours) * 2).toBeLessThan(Math.max(...hours))
})
