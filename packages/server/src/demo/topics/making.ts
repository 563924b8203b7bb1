import type { Topics } from '../../categories/service.ts'
import { EDITOR } from '../people.ts'
import { everyTopic } from './sample.ts'
import { refOf, SAMPLE_TOPICS, sampleTopic, TREE } from './tree.ts'

const NAME = 'What we talk about'

/** Makes the magazine's tree, and a little past for it; what an interrupted start has done is not done again. */
export async function makeTopics(topics: Topics): Promise<void> {
  if (!(await hasTree(topics))) await topics.trees.create(EDITOR, { key: TREE, name: NAME })
  const made = new Map<string, string>()
  for (const { sample, parent } of everyTopic(SAMPLE_TOPICS)) {
    const { id, ...said } = sample
    const topic = { ...said, parent: made.get(parent ?? '') ?? null, ref: refOf(id) }
    made.set(id, (await topics.create({ actor: EDITOR, idempotencyKey: refOf(id) }, TREE, topic)).topic._id)
  }
  await giveItAPast(topics)
}

/** One address that leads on to another, and one where something was given up. */
async function giveItAPast(topics: Topics): Promise<void> {
  const command = { actor: EDITOR }
  const [renamed, gone] = [await sampleTopic(topics, 'telephone-boxes'), await sampleTopic(topics, 'horoscopes')]
  if (renamed !== null) await topics.revise(command, renamed, { change: { name: 'Telephone boxes' } })
  if (gone !== null) await topics.retire(command, gone, { how: 'cascade', to: null })
}

const hasTree = async (topics: Topics): Promise<boolean> =>
  (await topics.trees.of(EDITOR.org)).some(({ key }) => key === TREE)

/** Where pages of topics and discussions are: links in mails lead there. */
export async function settleTopics(topics: Topics, address: string): Promise<void> {
  const pages = { topic: `${address}/topics/{path}`, discussion: `${address}/talk/{id}` }
  const { tree } = await topics.tree(EDITOR.org, TREE)
  if (tree.pages.topic !== pages.topic) await topics.trees.change(EDITOR, TREE, { pages })
}
