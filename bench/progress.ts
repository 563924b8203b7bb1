/** A line on standard error that the next one replaces; an empty one takes it away. */
export function say(text: string): void {
  process.stderr.write(`\r\u001B[K${text === '' ? '' : `  ${text}`}`)
}
