import { filesUnder } from './files.mjs'
import { importsOf } from './imports.mjs'
import { brokenRule } from './layer-rules.mjs'

/** Looks at every import in the project and names those that point the wrong way. */
export function checkLayers() {
  const broken = ['packages', 'bench', 'examples', 'scripts']
    .flatMap((folder) => filesUnder(folder, /\.(ts|tsx|mjs)$/))
    .flatMap((file) => importsOf(file).map((used) => ({ file, used, rule: brokenRule(file, used) })))
    .filter(({ rule }) => rule !== undefined)
  return {
    passed: broken.length === 0,
    output: broken.map(({ file, used, rule }) => `${file} uses ${used}: ${rule}`).join('\n'),
  }
}
