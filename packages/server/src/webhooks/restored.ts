import type { Attempt, WebhookDelivery } from './model.ts'
import { type Needs, timeOf } from './needs.ts'

type Restoring = Pick<Needs, 'restoredAt' | 'now'>

/** A database that was put back does not know what it had sent: what is from before is sent where somebody asks. */
export async function isBeforeRestore(
  { restoredAt }: Restoring,
  { at, asked = at }: Pick<WebhookDelivery, 'at' | 'asked'>,
): Promise<boolean> {
  const restored = await restoredAt()
  return restored !== null && at < restored && asked < restored
}

export const notSentAgain = (needs: Restoring): Attempt => ({
  at: timeOf(needs),
  status: null,
  ms: 0,
  error: 'It happened before the database was restored: it is not sent again unless somebody asks.',
})
