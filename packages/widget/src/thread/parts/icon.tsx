import type { JSX } from 'preact'

const PATHS = {
  up: 'M12 5l7 8h-4.5v6h-5v-6H5z',
  down: 'M12 19l-7-8h4.5V5h5v6H19z',
  reply: 'M10 5v4c7 0 10 4 11 10-2.5-3.8-6-5.5-11-5.5V18l-7-6.5z',
  more: 'M5 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  fold: 'M5 11h14v2H5z',
  unfold: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  pin: 'M9 3h6l-1 6 4 4v2h-5v6l-1 1-1-1v-6H6v-2l4-4z',
  smile:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM9 9a1.2 1.2 0 1 0 0 2.4A1.2 1.2 0 0 0 9 9zm6 0a1.2 1.2 0 1 0 0 2.4A1.2 1.2 0 0 0 15 9zm-7.2 4.5h8.4c-.5 2.2-2.2 3.5-4.2 3.5s-3.7-1.3-4.2-3.5z',
} as const

/** A small picture beside words, or on a button that has a label. */
export const Drawing = ({ path }: { path: string }): JSX.Element => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)

/** Those of the thread itself; what comes later brings its own. */
export const Icon = ({ name }: { name: keyof typeof PATHS }): JSX.Element => <Drawing path={PATHS[name]} />
