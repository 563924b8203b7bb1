/**
 * Runs before the plots' own script. That takes the browser's language for numbers as it is, and some say `en-US@posix`,
 * which is no tag of a language: then it would fail before it had drawn anything.
 */
export const PLOT_LOCALE = `'use strict'
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true })
}
`
