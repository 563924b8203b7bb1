import type { Topic } from '../../categories/model.ts'
import type { Ground } from './ground.ts'
import { nextName } from './post.ts'

const TREE = 'main'

const adminOf = ({ org, word }: Ground) => ({ org, id: 'admin', name: word, role: 'admin', kind: 'person' }) as const

/** An org may have twenty: all examples are about one. */
export async function treeIn(ground: Ground): Promise<string> {
  const { trees } = ground.context.topics
  const isThere = (await trees.of(ground.org)).some(({ key }) => key === TREE)
  // Somebody else may have made it meanwhile.
  if (!isThere) await trees.create(adminOf(ground), { key: TREE, name: `${ground.word} topics` }).catch(() => {})
  return TREE
}

export async function newTopic(ground: Ground): Promise<Topic> {
  const tree = await treeIn(ground)
  const wanted = { name: nextName(ground.word), starts: 'everyone' } as const
  return (await ground.context.topics.create({ actor: adminOf(ground) }, tree, wanted)).topic
}
