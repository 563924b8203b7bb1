import type { JSX } from 'preact'
import { Drawing } from '../thread/parts/icon.tsx'

const PATHS = {
  bold: 'M7 5h6.2a4 4 0 0 1 2.6 7A4.2 4.2 0 0 1 13.6 20H7zm3 2.6v3.2h2.8a1.6 1.6 0 0 0 0-3.2zm0 5.7v4.1h3.3a2 2 0 0 0 0-4.1z',
  italic: 'M10 5h8v2.4h-2.8L11.6 17.6H14V20H6v-2.4h2.7L12.3 7.4H10z',
  code: 'M8.6 6.6L10.3 8.3 6.6 12l3.7 3.7-1.7 1.7L3.2 12zm6.8 0L20.8 12l-5.4 5.4-1.7-1.7L17.4 12l-3.7-3.7z',
  quote: 'M4 17h3.2l2.3-4.5V6H3v6.5h3.2zm10.5 0h3.2l2.3-4.5V6h-6.5v6.5h3.2z',
  link: 'M10.6 13.4a4 4 0 0 1 0-5.7l3-3a4 4 0 0 1 5.7 5.7l-1.7 1.7-1.5-1.5 1.7-1.7a1.9 1.9 0 0 0-2.7-2.7l-3 3a1.9 1.9 0 0 0 0 2.7zm2.8-2.8a4 4 0 0 1 0 5.7l-3 3a4 4 0 0 1-5.7-5.7l1.7-1.7 1.5 1.5-1.7 1.7a1.9 1.9 0 0 0 2.7 2.7l3-3a1.9 1.9 0 0 0 0-2.7z',
} as const

/** What stands on a button of the editor. */
export const Glyph = ({ name }: { name: keyof typeof PATHS }): JSX.Element => <Drawing path={PATHS[name]} />
