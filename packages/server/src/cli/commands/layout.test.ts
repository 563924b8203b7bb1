import { expect, onTestFinished, test } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { readSettings } from '../../config/read-settings.ts'
import { type Context, createContext } from '../../context.ts'
import { runPalaver } from '../../testing/palaver-process.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

type Ground = { context: Context; settings: Record<string, string>; admin: Actor; id: string }

/** A database that another process has open, with one discussion in it, of one root and some replies. */
async function ground(): Promise<Ground> {
  const settings = { PALAVER_DATA: await tempFolder(), PALAVER_LOG_LEVEL: 'silent' }
  const { config } = readSettings(settings)
  if (config === null) throw new Error('wrong settings')
  const context = await createContext(config)
  onTestFinished(() => context.store.close())
  const { _id: org } = await context.accounts.create('Org')
  const admin: Actor = { org, id: 'a', name: 'Ada', role: 'admin', kind: 'person' }
  const opening = { org, resource: { type: 'page', id: 'a/b' } }
  const { _id: id } = await context.comments.open(admin, opening)
  const command = { actor: admin, ref: { discussion: id } }
  const { comment } = await context.comments.post(command, { text: 'root' })
  for (let number = 0; number < 5; number++)
    await context.comments.post(command, { text: `reply ${number}`, parent: comment.slug })
  return { context, settings, admin, id }
}

const textsIn = async ({ context, id }: Ground): Promise<unknown[]> => {
  const discussion = await context.comments.discussion({ discussion: id })
  const { comments } = await context.comments.views.chronological(discussion, 'oldest', { limit: 50 })
  return comments.map(({ json }) => JSON.parse(json))
}

test('a discussion is moved beside a process that has the database open, there and back', async () => {
  const g = await ground()
  const before = await textsIn(g)
  const moved = await runPalaver(['layout', g.id, '--to', 'hybrid', '--order', 'chronological'], g.settings)
  expect(moved).toMatchObject({ exitCode: 0, stdout: 'The discussion was moved.\n', stderr: '' })
  const hybrid = { layout: 'hybrid', order: 'chronological' }
  expect(await g.context.comments.discussion({ discussion: g.id })).toMatchObject(hybrid)
  expect(await textsIn(g)).toEqual(before)
  const again = await runPalaver(['layout', 'page/a/b', '--to', 'hybrid'], g.settings)
  expect(again).toMatchObject({ exitCode: 0, stdout: 'It was so already.\n' })
  const all = await runPalaver(['layout', '--all', '--from', 'hybrid', '--to', 'embedded', '--json'], g.settings)
  expect([all.exitCode, JSON.parse(all.stdout)]).toEqual([0, [{ discussion: g.id, outcome: 'moved' }]])
  expect(await textsIn(g)).toEqual(before)
  const none = await runPalaver(['layout', '--all', '--from', 'hybrid', '--to', 'embedded'], g.settings)
  expect(none.stdout).toBe('0 discussions: 0 moved, 0 were so already, 0 could not be moved.\n')
})

test('what does not fit into one document stays where it is: one sentence', async () => {
  const g = await ground()
  await g.context.comments.needs.homes.discussions.update({ _id: g.id }, { $set: { comments: 1001 } })
  const { exitCode, stdout, stderr } = await runPalaver(['layout', g.id, '--to', 'embedded'], g.settings)
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The discussion does not fit into one document: [^\n]+\n$/)
  expect(await g.context.comments.discussion({ discussion: g.id })).toMatchObject({
    layout: 'per-comment',
    moving: null,
  })
})

test.each([
  [['nowhere', '--to', 'hybrid'], /^There is no discussion nowhere\.\n$/],
  [['page/none', '--to', 'hybrid'], /^There is no discussion page\/none\.\n$/],
  [['--to', 'hybrid'], /^Name one discussion, or say --all\. See: palaver layout --help\n$/],
  [['x', '--all', '--to', 'hybrid'], /^Name one discussion, or say --all\./],
  [['x', '--to', 'round'], /--to.*per-comment.*See: palaver layout --help\n$/],
  [['x'], /--to.*See: palaver layout --help\n$/i],
])('%j is wrong usage', async (args, stderr) => {
  const { settings } = await ground()
  expect(await runPalaver(['layout', ...args], settings)).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(stderr),
  })
})
