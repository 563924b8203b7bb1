import { expect, test } from 'vitest'
import { foldersIn } from './architecture.mjs'
import { checks } from './checks.mjs'
import { unknownCommands } from './documented-commands.mjs'
import { hostsIn, looseVersionsIn } from './lock-file.mjs'

test('every check has its own name and says how to mend what it finds', () => {
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
  for (const { mend } of checks) expect(mend).toMatch(/\w/)
})

test('commands that do not exist are found in shell blocks and between backticks, not in prose', () => {
  const markdown = `
npm strat is prose, \`npm test\` is known and \`npm run tset\` is not.
\`\`\`sh
npm start
npm run palaver -- verfy
npx palaver config
\`\`\`
\`\`\`json
"npm stop"
\`\`\`
`
  const known = { npm: ['start', 'test', 'palaver'], palaver: ['config', 'verify'] }
  expect(unknownCommands(markdown, known)).toEqual(['"npm run tset"', '"npm run palaver -- verfy"'])
})

test('hosts in a lock file are found, links to workspaces are none', () => {
  const packages = {
    'node_modules/a': { resolved: 'https://example.org/a.tgz' },
    'node_modules/b': { resolved: 'git+ssh://git@example.org/b.git' },
    'node_modules/c': { resolved: 'packages/c', link: true },
    'node_modules/d': { version: '1.0.0' },
  }
  expect(hostsIn({ packages })).toHaveLength(2)
})

test('versions that are not exact are found', () => {
  const manifest = { dependencies: { a: '1.2.3', b: '^1.2.3' }, devDependencies: { c: 'latest', d: '1.0.0-beta.1' } }
  expect(looseVersionsIn(manifest)).toEqual([
    'b is "^1.2.3", not an exact version',
    'c is "latest", not an exact version',
  ])
})

test('the tree of a page gives the paths of its folders', () => {
  const markdown =
    'Text\n```\npackages/\n  store/src/   documents: a / b\n    plan/      plans\n  server/      run.mjs does it\ndocs/\n```\n'
  expect(foldersIn(markdown)).toEqual([
    'packages',
    'packages/store/src',
    'packages/store/src/plan',
    'packages/server',
    'docs',
  ])
})
