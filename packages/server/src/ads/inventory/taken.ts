import { Refusal } from '../../api/refusal.ts'

/** Why something cannot be made under a name: one that the caller chose, or one by the key of the request. */
export const takenBy = (id: string | undefined) => (): Refusal =>
  id === undefined
    ? new Refusal('key-reused', 'This Idempotency-Key was used to make something else: use a new one for each request.')
    : new Refusal('id-taken', `Something else is called ${id} already: leave the id out, or choose another.`, [
        { path: 'id', message: 'is taken by something else' },
      ])
