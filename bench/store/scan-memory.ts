import { openStore } from './world.ts'

/** Prints how many MB the process grew above its idle size while it streamed a whole collection. */
const { store, collection } = await openStore(process.argv[2] ?? '')
await collection.count({ atMost: 1 })
const idle = process.memoryUsage.rss()
let most = idle
let seen = 0
for await (const { doc } of collection.scan()) {
  if (doc._id !== '' && ++seen % 1_000 === 0) most = Math.max(most, process.memoryUsage.rss())
}
await store.close()
process.stdout.write(String((most - idle) / 2 ** 20))
