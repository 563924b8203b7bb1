import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { en } from '../en.ts'
import { enLater } from '../en-later.ts'
import { enPromo } from '../promo/en.ts'
import { enSocial } from '../social/en.ts'
import { enSocialLater } from '../social/en-later.ts'
import { enTopics } from '../topics/en.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NO_SOURCE = /(^|\/)testing\/|\.test\.tsx?$|^i18n\/|\.d\.ts$/
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?'(\.[^']+)'/gm
const DYNAMIC = /\bimport\('(\.[^']+)'\)/g

export type Source = { path: string; text: string }

/** The program without its tests and without the catalogues themselves. */
export function allSources(): Source[] {
  return readdirSync(ROOT, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
    .filter((path) => !NO_SOURCE.test(path))
    .map(sourceAt)
}

/** Of plain keys the keys, of counted ones what stands before the number. */
export const stemsOf = (catalogue: Readonly<Record<string, string>>): Set<string> =>
  new Set(Object.keys(catalogue).map((key) => key.replace(/\.(zero|one|two|few|many|other)$/, stemOr(key))))

/** `report.other` is no form of a number. */
const stemOr = (key: string) => (form: string) => (isCounted(key.slice(0, -form.length)) ? '' : form)
const ALL = { ...en, ...enLater, ...enTopics, ...enSocial, ...enSocialLater, ...enPromo }
const isCounted = (stem: string): boolean => `${stem}.one` in ALL

const KNOWN = [...stemsOf(ALL)]

/** The keys that a file says, or may say where it puts a key together. */
export function saidIn({ text }: Source): string[] {
  const beginnings = [...text.matchAll(/`([a-z]+\.)\$\{/g)].map(([, beginning = '']) => beginning)
  return KNOWN.filter((key) => text.includes(`'${key}'`) || beginnings.some((beginning) => key.startsWith(beginning)))
}

/** A file and all that loads together with it. */
export function withImports(path: string, seen = new Map<string, Source>()): Map<string, Source> {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return seen
  const source = sourceAt(path)
  seen.set(path, source)
  for (const imported of importsOf(source, STATIC)) withImports(imported, seen)
  return seen
}

/** What a file loads later. */
export const importsLater = (source: Source): string[] => importsOf(source, DYNAMIC)

const importsOf = ({ path, text }: Source, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, to = '']) => relative(ROOT, resolve(ROOT, dirname(path), to)))

const sourceAt = (path: string): Source => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })
