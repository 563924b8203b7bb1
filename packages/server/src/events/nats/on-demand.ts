import type { NatsDriver, NatsOptions } from './driver.ts'

export type { NatsDriver } from './driver.ts'

/** The library is loaded where it is used: most services have no NATS. */
export async function openNats(options: NatsOptions): Promise<NatsDriver> {
  const driver = await import('./driver.ts')
  return driver.startNats(options)
}
