import type { JSX } from 'preact'
import { Drawing } from '../../thread/parts/icon.tsx'

const PATHS = {
  public:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm6.7 8h-2.8a14 14 0 0 0-1.2-4.9A7 7 0 0 1 18.7 11zM12 5.1c.8 1 1.7 3.1 1.9 5.9h-3.8c.2-2.8 1.1-4.9 1.9-5.9zM5.3 13h2.8c.1 1.9.6 3.6 1.2 4.9A7 7 0 0 1 5.3 13zm2.8-2H5.3a7 7 0 0 1 4-4.9A14 14 0 0 0 8.1 11zm3.9 7.9c-.8-1-1.7-3.1-1.9-5.9h3.8c-.2 2.8-1.1 4.9-1.9 5.9zm2.7-1c.6-1.3 1.1-3 1.2-4.9h2.8a7 7 0 0 1-4 4.9z',
  followers:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zm7.5 1.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM9 13c-3.6 0-6.5 1.9-6.5 4.3V19h13v-1.7C15.5 14.9 12.6 13 9 13zm7.5.4c-.5 0-1 0-1.4.1 1.4 1 2.2 2.3 2.2 3.8V19h4.2v-1.4c0-2.4-2.2-4.2-5-4.2z',
  limited: 'M12 3a4 4 0 0 0-4 4v3H6v10h12V10h-2V7a4 4 0 0 0-4-4zm0 2a2 2 0 0 1 2 2v3h-4V7a2 2 0 0 1 2-2zm-4 7h8v6H8z',
  repost: 'M7 6h9V3l5 4.5L16 12V9H8v4H5V8a2 2 0 0 1 2-2zm10 12H8v3l-5-4.5L8 12v3h8v-4h3v5a2 2 0 0 1-2 2z',
  talk: 'M4 4h16v12h-8l-5 4.5V16H4zm2 2v8h3v2l2.2-2H18V6z',
  photo: 'M4 5h16v14H4zm2 2v7.2l3.5-3.5 4 4 2-2 2.5 2.5V7zm9 1.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z',
  poll: 'M5 4h3v16H5zm5.5 6h3v10h-3zM16 7h3v13h-3z',
  place:
    'M12 3a6.5 6.5 0 0 0-6.5 6.5C5.5 14.5 12 21 12 21s6.5-6.5 6.5-11.5A6.5 6.5 0 0 0 12 3zm0 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  close: 'M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z',
  back: 'M15 5.5L8.5 12 15 18.5l1.4-1.4L11.3 12l5.1-5.1z',
  next: 'M9 5.5L15.5 12 9 18.5l-1.4-1.4L12.7 12 7.6 6.9z',
  more: 'M5 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  check: 'M9.5 16.2L5.3 12l-1.4 1.4 5.6 5.6L20.6 7.9l-1.4-1.4z',
} as const

export type SignName = keyof typeof PATHS

/** What stands on buttons and beside words of posts and people. */
export const Sign = ({ name }: { name: SignName }): JSX.Element => <Drawing path={PATHS[name]} />
