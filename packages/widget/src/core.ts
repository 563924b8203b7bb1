import type { Mounter } from './elements/bell-element.ts'

/** What every page with a thread or a bell needs; all else comes when it is wanted. */
export { mount } from './thread/mount.tsx'

/** What fills the other elements, by their names. */
export const fills = {
  'palaver-bell': () => import('./bell/bell.tsx'),
  'palaver-topics': () => import('./topics/topics.tsx'),
  'palaver-feed': () => import('./feed/mount-feed.tsx'),
  'palaver-ad': () => import('./promo/mount-slot.ts'),
  'palaver-person': () => import('./person/mount-person.tsx'),
} satisfies Record<string, () => Promise<{ mount: Mounter }>>
