import { expect, test } from 'vitest'
import { importsOf } from './imports.mjs'
import { brokenRule } from './layer-rules.mjs'

const SERVER = 'packages/server/src'

test.each([
  ['packages/store/src/store.ts', 'packages/store/src/engine.ts'],
  ['packages/store/src/mongo/engine.ts', 'mongodb'],
  ['packages/store/src/store.ts', 'node:fs'],
  ['packages/store/src/testing/engines.ts', 'packages/store/src/testing/mongo-server.ts'],
  [`${SERVER}/cli/main.ts`, `${SERVER}/http/app.ts`],
  [`${SERVER}/http/app.ts`, `${SERVER}/comments/routes.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/accounts/service.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/comments/layouts/hybrid.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/events/topic.ts`],
  [`${SERVER}/context.ts`, `${SERVER}/comments/model.ts`],
  [`${SERVER}/comments/service.test.ts`, `${SERVER}/http/app.ts`],
  [`${SERVER}/context.ts`, '@palaver/store'],
  ['scripts/run.mjs', 'scripts/commands.mjs'],
  ['scripts/run.test.mjs', 'vitest'],
  ['bench/main.ts', '@palaver/store'],
  ['bench/widget/main.ts', 'packages/widget/src/testing/browser.ts'],
  ['packages/widget/src/acts/paging.ts', '@palaver/client'],
  ['packages/widget/src/live/live.ts', '@palaver/client/live'],
  ['packages/widget/src/thread/mount.tsx', 'preact'],
  ['packages/widget/src/thread/mount.tsx', 'packages/widget/src/i18n/load.ts'],
  ['packages/widget/src/testing/stage.ts', 'packages/server/src/index.ts'],
  ['examples/blog/start.mjs', 'examples/service.mjs'],
  ['examples/blog/blog.test.mjs', 'packages/widget/src/testing/stage.ts'],
  ['packages/client/src/call.ts', 'packages/client/src/error.ts'],
  ['packages/client/scripts/generate.mjs', 'scripts/setup/tool.mjs'],
])('%s may use %s', (from, to) => {
  expect(brokenRule(from, to)).toBeUndefined()
})

test.each([
  ['packages/store/src/store.ts', '@palaver/server'],
  ['packages/store/src/store.ts', 'packages/server/src/context.ts'],
  ['packages/server/src/context.ts', 'packages/store/src/store.ts'],
  [`${SERVER}/http/app.ts`, `${SERVER}/cli/main.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/http/app.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/context.ts`],
  [`${SERVER}/comments/service.ts`, `${SERVER}/accounts/model.ts`],
  [`${SERVER}/events/topic.ts`, `${SERVER}/comments/service.ts`],
  [`${SERVER}/config/settings.ts`, `${SERVER}/events/topic.ts`],
  ['packages/store/src/store.ts', 'packages/store/src/testing/engines.ts'],
  ['scripts/run.mjs', 'chalk'],
  ['packages/client/src/call.ts', '@palaver/server'],
  ['packages/widget/src/acts/paging.ts', '@palaver/server'],
  ['packages/widget/src/acts/paging.ts', 'packages/server/src/index.ts'],
  ['packages/widget/src/acts/paging.ts', 'packages/client/src/call.ts'],
  ['packages/widget/src/thread/mount.tsx', 'packages/widget/src/testing/browser.ts'],
  ['packages/widget/src/live/live.ts', '@palaver/clients/live'],
  ['packages/client/src/call.ts', 'zod'],
  ['scripts/run.mjs', 'packages/server/src/version.ts'],
  ['examples/blog/start.mjs', 'packages/server/src/version.ts'],
  ['examples/blog/start.mjs', 'jose'],
])('%s may not use %s', (from, to) => {
  expect(brokenRule(from, to)).toBeTypeOf('string')
})

test('every form of import is seen, and none in a comment', () => {
  const text = `
    import a, { type B } from './a.ts'
    import type {
      C,
    } from '../c.ts'
    export { d } from "./deep/d.ts"
    import 'side-effect'
    const e = await import('./e.ts')
    // import x from './x.ts'
    /* import y from './y.ts' */
  `
  expect(importsOf('packages/store/src/file.ts', text)).toEqual([
    'packages/store/src/a.ts',
    'packages/store/c.ts',
    'packages/store/src/deep/d.ts',
    'side-effect',
    'packages/store/src/e.ts',
  ])
})
