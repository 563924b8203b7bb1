import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const DOCS = readFileSync(new URL('../../../../docs/theming.md', import.meta.url), 'utf8')

/** What a pattern finds in all files of a kind, each once. */
function found(extension: string, pattern: RegExp): string[] {
  const files = readdirSync(SOURCES, { withFileTypes: true, recursive: true }).filter(({ name }) =>
    name.endsWith(extension),
  )
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted()
}

const said = (pattern: RegExp): string[] =>
  [...new Set([...DOCS.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

test('docs/theming.md has every property', () => {
  expect(said(/`(--palaver-[a-z-]+)`/g)).toEqual(found('.css', /var\((--palaver-[a-z-]+)/g))
})

test('docs/theming.md has every part', () => {
  const [, parts = ''] = DOCS.split('## Parts')
  const rows = parts.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))
  const listed = rows.flatMap((row) => [...row.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name))
  expect(listed.toSorted()).toEqual(found('.tsx', /\spart="([a-z-]+)"/g))
})

test('docs/theming.md says what each property is unless given', () => {
  const css = readFileSync(join(SOURCES, 'style/thread.css'), 'utf8')
  for (const [, name = '', light = '', dark = ''] of css.matchAll(
    /var\((--palaver-[a-z-]+), light-dark\((.+?), (.+?)\)\)/g,
  ))
    expect(DOCS).toMatch(new RegExp(`\`${name}\`.*\`${light}\` / \`${dark}\``))
})
