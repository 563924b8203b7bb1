const OTHER_CONTROLS = /[^\P{Cc}\n\t]/gu

/**
 * What is kept of a text that came in: one kind of line break, no control characters, no halves of surrogate pairs.
 * Each engine would store those differently.
 */
export function normaliseText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(OTHER_CONTROLS, '')
}
