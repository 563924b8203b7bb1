import type { JSX } from 'preact'
import { Drawing } from '../../thread/parts/icon.tsx'

const PATHS = {
  open: 'M9 5.5L15.5 12 9 18.5 7.6 17.1 12.7 12 7.6 6.9z',
  grip: 'M8 5h3v3H8zm5 0h3v3h-3zm-5 5.5h3v3H8zm5 0h3v3h-3zM8 16h3v3H8zm5 0h3v3h-3z',
  more: 'M5 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  add: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  close: 'M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z',
  talk: 'M4 4h16v12h-8l-5 4.5V16H4zm2 2v8h3v2l2.2-2H18V6z',
} as const

/** What stands on buttons and beside numbers of topics. */
export const Sign = ({ name }: { name: keyof typeof PATHS }): JSX.Element => <Drawing path={PATHS[name]} />
