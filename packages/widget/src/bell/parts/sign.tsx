import type { JSX } from 'preact'
import { Drawing } from '../../thread/parts/icon.tsx'

const PATHS = {
  bell: 'M12 3a1.3 1.3 0 0 1 1.3 1.3v.6A5.8 5.8 0 0 1 17.8 10.5v3.8l1.9 2.4v1.1H4.3v-1.1l1.9-2.4v-3.8a5.8 5.8 0 0 1 4.5-5.6v-.6A1.3 1.3 0 0 1 12 3zm-2.3 16h4.6a2.3 2.3 0 0 1-4.6 0z',
  archive: 'M4 4h16v5h-1v11H5V9H4zm2 2v1h12V6zm1 3v9h10V9zm3 2h4v2h-4z',
  close: 'M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z',
} as const

/** What stands on a button of the bell. */
export const Sign = ({ name }: { name: keyof typeof PATHS }): JSX.Element => <Drawing path={PATHS[name]} />
