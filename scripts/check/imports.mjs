import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../setup/root.mjs'

const IMPORT = /\b(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** What a file imports, types too: a path from the project's root for a file, else the name as it stands. */
export function importsOf(file, text = readFileSync(join(root, file), 'utf8')) {
  return [...text.replace(COMMENT, '').matchAll(IMPORT)].map(([, from, plain]) => {
    const name = from ?? plain
    return name.startsWith('.') ? posix.join(posix.dirname(file), name) : name
  })
}
