import type { ThreadState } from './model.ts'

/** Whether anything can be written now: in a closed discussion by moderators only. */
export const mayWrite = ({ discussion, opens, me }: ThreadState): boolean =>
  discussion === null ? opens : discussion.state === 'open' || (discussion.state === 'closed' && me?.moderates === true)
