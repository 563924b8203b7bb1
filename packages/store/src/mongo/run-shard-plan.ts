import { Link, type LinkOptions } from './link.ts'
import { NotShardable, type ShardCommand, shardCommands, type ShardPlan } from './shard.ts'
import { isCode } from './translate.ts'

/** Runs the plan through mongos; what is sharded already by the same key stays as it is. */
export async function runShardPlan(
  options: LinkOptions,
  plan: ShardPlan,
  onCommand: (command: ShardCommand) => void = () => {},
): Promise<void> {
  const link = new Link(options)
  try {
    await link.open()
    await demandCluster(link)
    for (const each of shardCommands(plan, link.db.databaseName)) {
      onCommand(each)
      await link.read(() => link.command(each.database, each.command))
    }
  } finally {
    await link.close()
  }
}

async function demandCluster(link: Link): Promise<void> {
  if (await isMongos(link)) return
  throw new NotShardable('This server is not a sharded cluster: give the address of a mongos.')
}

async function isMongos(link: Link): Promise<boolean> {
  try {
    return (await link.read(() => link.command('admin', { hello: 1 })))['msg'] === 'isdbgrid'
  } catch (error) {
    // A server that does not know the question is none.
    if (isCode(error, 59)) return false
    throw error
  }
}
