import { runShardPlan, shardCommands, shardPlan } from '@palaver/store'
import { collections } from '../../collections.ts'
import type { Config } from '../../config/settings.ts'
import { EXIT, Problem } from '../../problem.ts'
import { command } from '../command.ts'
import { requireSettings } from '../settings.ts'

type Plan = ReturnType<typeof shardPlan>
type Command = ReturnType<typeof shardCommands>[number]

export const shardCommand = command({
  name: 'shard',
  description: 'Shards every collection of a MongoDB cluster by its declared key',
  args: {
    'dry-run': { type: 'boolean', description: 'Only show the commands, and to how many shards each query goes' },
    json: { type: 'boolean', description: 'Write JSON' },
  },
  run: async ({ 'dry-run': isDryRun, json }) => {
    const url = requireMongodbUrl(requireSettings())
    const plan = shardPlan(collections)
    const commands = shardCommands(plan, databaseIn(url))
    if (json === true) process.stdout.write(`${JSON.stringify({ commands, routes: plan.routes })}\n`)
    if (isDryRun === true && json !== true)
      process.stdout.write(`${commands.map(asText).join('')}\n${routesAsText(plan)}`)
    if (isDryRun !== true)
      await runShardPlan({ url }, plan, (sent) => {
        if (json !== true) process.stdout.write(asText(sent))
      })
    return EXIT.ok
  },
})

function requireMongodbUrl({ store, mongodbUrl }: Config): string {
  if (store === 'mongodb' && mongodbUrl !== null) return mongodbUrl
  throw new Problem(
    EXIT.usage,
    'Only MongoDB is sharded: set PALAVER_STORE to mongodb and PALAVER_MONGODB_URL to a mongos.',
  )
}

/** As the store reads it: `palaver` where the address names none. */
function databaseIn(url: string): string {
  return /^\w+(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'palaver'
}

const asText = ({ database, command }: Command): string => `${database}: ${JSON.stringify(command)}\n`

function routesAsText({ routes }: Plan): string {
  return routes.map(({ collection, by, to }) => `${collection} by ${by}: ${to}\n`).join('')
}
