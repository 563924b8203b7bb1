import type { Mounter } from './elements/bell-element.ts'

/** What every page with a thread or a bell needs; all else comes when it is wanted. */
export { mount } from './thread/mount.tsx'

/** What fills the other elements, by their names. */
export const fills = {
  'palaver-bell': async () => (await import('./bell/bell.tsx')).mountBell,
  'palaver-topics': async () => (await import('./topics/topics.tsx')).mountTopics,
  'palaver-feed': async () => (await import('./feed/mount-feed.tsx')).mountFeed,
  'palaver-person': async () => (await import('./person/mount-person.tsx')).mountPerson,
} satisfies Record<string, () => Promise<Mounter>>
