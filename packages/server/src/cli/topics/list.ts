import type { Context } from '../../context.ts'
import { EXIT, type ExitCode } from '../../problem.ts'
import { type Given, number } from './given.ts'

export async function topicsList({ topics }: Context, { json }: Given, org: string): Promise<ExitCode> {
  const trees = await topics.trees.of(org)
  const rows = await Promise.all(
    trees.map(async (tree) => {
      const { key, name, locale, version } = tree
      const snapshot = await topics.snapshots.at(tree)
      const live = [...snapshot.below(null)].length
      return { key, name, locale, version, topics: live, retired: snapshot.topics.size - live }
    }),
  )
  const lines = rows.map(({ key, name, locale, topics: count, retired }) => {
    const gone = retired === 0 ? '' : `, ${number(retired)} retired`
    return `${key}  ${name} (${locale}): ${count === 1 ? 'one topic' : `${number(count)} topics`}${gone}\n`
  })
  const none = 'There is no tree of topics yet: palaver topics import <file> makes one.\n'
  process.stdout.write(json === true ? `${JSON.stringify(rows)}\n` : lines.join('') || none)
  return EXIT.ok
}
