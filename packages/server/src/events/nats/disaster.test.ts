import { expect, it } from 'vitest'
import type { PrivateNats } from '../../testing/nats/server.ts'
import { describePrivateNats } from '../../testing/nats/suite.ts'
import { starting, until, working } from '../conformance/driver.ts'
import { natsDriver } from '../conformance/nats-driver.ts'
import { allOf, Effects, write } from '../testing/effects.ts'
import { describeClusters } from '../testing/nodes.ts'

const ROUNDS = 3
const EACH = 600

type Strike = (server: PrivateNats) => Promise<void>

/** What happens to the server in the middle, and what before the next round. */
const disasters: Record<string, [Strike, Strike]> = {
  'is killed and started again': [(server) => server.restart(), async () => {}],
  'is killed and comes back later': [(server) => server.kill(), (server) => server.restart()],
  'comes back empty': [(server) => server.empty(), (server) => server.restart()],
}

describePrivateNats('a NATS server', (start) => {
  describeClusters('under way', (newCluster) => {
    for (const [name, [strike, mend]] of Object.entries(disasters))
      it(`that ${name} loses nothing: order holds, and each event has its effect once`, async () => {
        const server = await start()
        const { store, consume, ready } = await working(natsDriver(server.url), await newCluster())
        const effects = new Effects()
        const consumer = consume((events) => effects.apply(events), 50)
        for (let round = 1; round <= ROUNDS; round++) {
          await ready()
          const writing = write(store, EACH)
          await until(() => expect(effects.size).toBeGreaterThan((round - 1) * EACH))
          await strike(server)
          await writing
          await until(() => expect(effects.size).toBe(round * EACH))
          await mend(server)
        }
        await consumer.drained()
        expect(effects.verdict()).toEqual(allOf(ROUNDS * EACH))
      })

    it('B12: that is down at first holds up no write; when it comes, all goes on in order', async () => {
      const server = await start()
      await server.kill()
      const { store, consume, ready } = await starting(natsDriver(server.url), await newCluster())
      const effects = new Effects()
      await write(store, EACH)
      const consumer = consume((events) => effects.apply(events))
      await consumer.drained()
      expect(effects.verdict()).toEqual(allOf(EACH))
      await server.restart()
      await ready()
      await write(store, EACH)
      await consumer.drained()
      expect(effects.verdict()).toEqual(allOf(2 * EACH))
    })

    it('B12: that stays away holds back nothing in the log', async () => {
      const server = await start()
      const { store } = await working(natsDriver(server.url), await newCluster())
      await server.kill()
      await write(store, EACH)
      await until(async () => expect((await store.events.behind()).get('nats')).toBe(0))
    })
  })
})
