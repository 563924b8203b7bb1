/** Says what goes on while it goes on, on stderr: a line that counts seconds in a terminal, else one line. */
export async function withProgress(text, work) {
  const { stderr } = process
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  if (!stderr.isTTY) {
    stderr.write(`${text} …\n`)
    return work()
  }
  const draw = () => stderr.write(`\r\u001B[K${text} … ${seconds()}`)
  const timer = setInterval(draw, 1000)
  draw()
  try {
    const result = await work()
    stderr.write(`\r\u001B[K${text}: done in ${seconds()}\n`)
    return result
  } catch (error) {
    stderr.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}
