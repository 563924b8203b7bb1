import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/root.mjs'
import { filesUnder } from './files.mjs'

const SHELL_BLOCK = /```(?:sh|bash|console)\n([\s\S]*?)```/g
const ANY_BLOCK = /```[\s\S]*?```/g
const INLINE = /`([^`\n]+)`/g
const NPM = /\bnpm (?:run (?:--silent )?)?([a-z][\w-]*)/g
const PALAVER = /\b(?:npx palaver|npm run (?:--silent )?palaver --) ([a-z][\w-]*)/g
/** What npm itself knows. */
const NPMS_OWN = ['ci', 'install', 'exec']

/** Every command in the README and the guides exists: npm's scripts in package.json, palaver's in its folder. */
export function checkDocumentedCommands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commands = filesUnder('packages/server/src/cli/commands', /\/[\w-]+\.ts$/).map(
    (file) => file.match(/([\w-]+)\.ts$/)[1],
  )
  const wrong = ['README.md', 'CONTRIBUTING.md', ...filesUnder('docs', /\.md$/)].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return unknownCommands(text, { npm: [...NPMS_OWN, ...Object.keys(scripts)], palaver: commands }).map(
      (name) => `${file}: there is no command ${name}`,
    )
  })
  return { passed: wrong.length === 0, output: wrong.join('\n') }
}

/** Commands in blocks of shell and between backticks that are not known. */
export function unknownCommands(markdown, known) {
  const blocks = [...markdown.matchAll(SHELL_BLOCK)]
  const inline = [...markdown.replace(ANY_BLOCK, '').matchAll(INLINE)]
  const code = [...blocks, ...inline].map(([, text]) => text).join('\n')
  const unknown = (pattern, names) =>
    [...code.matchAll(pattern)].filter(([, name]) => !names.includes(name)).map(([command]) => `"${command}"`)
  return [...unknown(NPM, known.npm), ...unknown(PALAVER, known.palaver)]
}
