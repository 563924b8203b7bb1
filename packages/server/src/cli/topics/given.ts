import type { Format } from '../../categories/exchange/wish.ts'
import { treeId } from '../../categories/ids.ts'
import type { Tree } from '../../categories/model.ts'
import type { Context } from '../../context.ts'
import { EXIT, Problem } from '../../problem.ts'

/** All that can be said to `palaver topics`. */
export type Given = {
  file: string | undefined
  tree: string | undefined
  format: Format | undefined
  dryRun: boolean | undefined
  deleteMissing: boolean | undefined
  out: string | undefined
  repair: boolean | undefined
  org: string | undefined
  json: boolean | undefined
}

/** The tree that was named, or the only one there is. */
export async function requireTree({ topics }: Context, org: string, key: string | undefined): Promise<Tree> {
  if (key !== undefined) {
    const tree = await topics.trees.get(treeId(org, key))
    if (tree !== null) return tree
  }
  const trees = await topics.trees.of(org)
  const [only, ...others] = trees
  if (only === undefined)
    throw new Problem(EXIT.usage, 'There is no tree of topics yet: palaver topics import <file> makes one.')
  const keys = trees.map((tree) => tree.key).join(', ')
  if (key !== undefined) throw new Problem(EXIT.usage, `There is no tree ${key}; there are: ${keys}.`)
  if (others.length > 0) throw new Problem(EXIT.usage, `Say which tree, one of ${keys}.`)
  return only
}

export const number = (count: number): string => count.toLocaleString('en')
