import type { EventLogApi } from '@palaver/store'

/** What the queue that writes the centre is called. */
const CENTRE = 'centre'

/** Up to which place in the log of an org's partition the centre has written everything. */
export type CentrePosition = (org: string) => Promise<number>

export const centrePosition =
  (log: Pick<EventLogApi, 'positionOf' | 'partitionOf'>): CentrePosition =>
  (org) =>
    log.positionOf(CENTRE, log.partitionOf(org))
