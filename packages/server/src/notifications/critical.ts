import type { Item } from './model.ts'

/** What a moderator has asked to be told of does not wait for the morning. */
export const isCritical = ({ reason }: Pick<Item, 'reason'>): boolean => reason === 'moderation'
