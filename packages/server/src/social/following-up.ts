import type { EventLogApi } from '@palaver/store'
import { SOCIAL } from './consumer.ts'

type Needs = {
  log: Pick<EventLogApi, 'partitionOf' | 'lastSeq' | 'positionOf' | 'settle'>
  sleep: (ms: number) => Promise<void>
  now: () => number
}

const MOST_MS = 1000
const LONGEST_PAUSE_MS = 32

/**
 * Waits until lists and numbers have followed what was just written, so that who did it finds it done; not for ever, for
 * it is written and will be followed. Where nothing follows events, as on the command line, nobody waits.
 */
export class FollowingUp {
  readonly #needs: Needs
  #isFollowed = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** From here on somebody follows. */
  begin(): void {
    this.#isFollowed = true
  }

  async wait(org: string): Promise<void> {
    const { log, sleep, now } = this.#needs
    if (!this.#isFollowed) return
    await log.settle()
    const partition = log.partitionOf(org)
    const last = await log.lastSeq(partition)
    const until = now() + MOST_MS
    for (let pause = 1; now() < until; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if ((await log.positionOf(SOCIAL, partition)) >= last) return
      await sleep(pause)
    }
  }
}
