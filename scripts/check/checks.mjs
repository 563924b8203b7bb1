import { checkArchitecture } from './architecture.mjs'
import { checkDocumentedCommands } from './documented-commands.mjs'
import { checkLayers } from './layers.mjs'
import { checkLockFile } from './lock-file.mjs'
import { runTool } from './run-tool.mjs'

/** What `npm test` looks at before it runs the tests. `mend` says how to make a broken one whole. */
export const checks = [
  { name: 'format', run: () => runTool('oxfmt', '--check'), mend: 'npm run fix formats these files' },
  {
    name: 'lint',
    run: () => runTool('oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
    mend: 'npm run fix mends some of it; the rules are in .oxlintrc.json',
  },
  {
    name: 'types',
    run: async () => {
      const first = await runTool('tsc', '--project', 'tsconfig.json')
      // What runs in browsers knows other things than what runs in Node.
      return first.passed ? runTool('tsc', '--project', 'packages/widget/tsconfig.json') : first
    },
    mend: 'mend the types in the files named above',
  },
  { name: 'layers', run: checkLayers, mend: 'move the import; the directions are in scripts/check/layer-rules.mjs' },
  { name: 'dead-code', run: () => runTool('knip'), mend: 'remove what nothing uses; the entry files are in knip.json' },
  { name: 'lock-file', run: checkLockFile, mend: 'write exact versions and run npm install, which reads .npmrc' },
  { name: 'commands', run: checkDocumentedCommands, mend: 'mend the command in the text, or add it' },
  { name: 'architecture', run: checkArchitecture, mend: 'give each folder its line in docs/architecture.md' },
]
