import type * as bell from './bell/bell.tsx'
import type * as topics from './topics/topics.tsx'

/** What every page with a thread or a bell needs; all else comes when it is wanted. */
export { mount } from './thread/mount.tsx'
export const loadBell = async (): Promise<typeof bell> => import('./bell/bell.tsx')
export const loadTopics = async (): Promise<typeof topics> => import('./topics/topics.tsx')
