import { later } from './later.tsx'

/** What is on its way or waits for a moderator, under what it answers. */
export const Unfinished = later(async () => (await import('../../writing/sending.tsx')).Unfinished)
