import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { beyondThread, firstRender } from './first-render.mjs'

const LARGEST = 20_000
const LARGEST_BEYOND = 15_000
const LARGEST_OF_ADS = 6000

test('what shows the first comments fits into 20 kB', async () => {
  const { files, bytes } = await firstRender()
  const list = files.map((file) => `${file.name} ${file.bytes}`).join(', ')
  const said = `first render: ${bytes} bytes of at most ${LARGEST}, as gzip sends them (${list})`
  console.log(`@palaver/widget, ${said}`)
  expect(bytes, `${said}: let something load later, by import(), or make it smaller`).toBeLessThanOrEqual(LARGEST)
})

test.each(['mount-feed', 'mount-person'])('what %s needs beyond a thread fits into 15 kB', async (element) => {
  const { files, bytes } = await beyondThread(element)
  const list = files.map((file) => `${file.name} ${file.bytes}`).join(', ')
  const said = `${element}: ${bytes} bytes of at most ${LARGEST_BEYOND} beyond a thread (${list})`
  console.log(`@palaver/widget, ${said}`)
  expect(bytes, `${said}: let something load later, by import()`).toBeLessThanOrEqual(LARGEST_BEYOND)
})

test.each(['mount-slot', 'in-list'])('what %s needs for ads fits into 6 kB', async (element) => {
  const { files, bytes } = await beyondThread(element)
  const list = files.map((file) => `${file.name} ${file.bytes}`).join(', ')
  const said = `${element}: ${bytes} bytes of at most ${LARGEST_OF_ADS} beyond a thread (${list})`
  console.log(`@palaver/widget, ${said}`)
  expect(bytes, said).toBeLessThanOrEqual(LARGEST_OF_ADS)
  // Lists of filters that browsers have name such files.
  expect(files.filter(({ name }) => /\b(ads?|banners?|sponsors?)\b/i.test(name))).toEqual([])
})

test('nothing that pages load says where it was built', () => {
  const dist = fileURLToPath(new URL('../dist', import.meta.url))
  const scripts = readdirSync(dist, { recursive: true }).filter((path) => /^embed.*\.js$/.test(path))
  expect(scripts.length).toBeGreaterThan(5)
  const telling = scripts.filter((path) => readFileSync(join(dist, path), 'utf8').includes('/widget/src/'))
  expect(telling).toEqual([])
})

test('what the core imports at once counts, through other files too, and what it asks for later does not', async () => {
  const dist = built({
    'embed.js': 'var files = ["core-Ab_1.js"]',
    'embed/core-Ab_1.js':
      'import{a}from"./near-1.js";import"./side-1.js";const later=()=>import("./later-1.js");a(later)',
    'embed/near-1.js': 'export*from"./far-1.js";import"./core-Ab_1.js"',
    'embed/far-1.js': 'export const a=1',
    'embed/side-1.js': 'addEventListener("load",()=>{})',
    'embed/later-1.js': 'export const b=2',
  })
  const { files, bytes } = await firstRender(dist)
  expect(files.map(({ name }) => name)).toEqual(['embed.js', 'core-Ab_1.js', 'near-1.js', 'far-1.js', 'side-1.js'])
  expect(bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0))
})

test('beyond a thread counts what an element imports at once, and not what threads have or what comes later', async () => {
  const dist = built({
    'embed.js': 'var files = ["core-Ab_1.js"]',
    'embed/core-Ab_1.js':
      'import"./near-1.js";const a=()=>import("./acts-1.js");const b=()=>import("./mount-feed-1.js");a(b)',
    'embed/near-1.js': 'export const a=1',
    'embed/acts-1.js': 'export const call=1',
    'embed/mount-feed-1.js': 'import"./acts-1.js";import"./near-1.js";import"./posts-1.js";import("./box-1.js")',
    'embed/posts-1.js': 'export const posts=1',
    'embed/box-1.js': 'export const box=1',
  })
  const { files } = await beyondThread('mount-feed', dist)
  expect(files.map(({ name }) => name)).toEqual(['mount-feed-1.js', 'posts-1.js'])
})

function built(files) {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-size-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'embed'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
