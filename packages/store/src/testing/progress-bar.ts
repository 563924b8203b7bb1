/** One line on a terminal that says how far long work is; nothing where there is no terminal. */
export function progressBar(): { show: (text: string) => void; clear: () => void } {
  const terminal = process.stderr.isTTY
  return {
    show: (text) => {
      if (terminal) process.stderr.write(`\r\u001B[K  ${text}`)
    },
    clear: () => {
      if (terminal) process.stderr.write('\r\u001B[K')
    },
  }
}
