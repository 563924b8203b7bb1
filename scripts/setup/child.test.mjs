import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runQuietly, runToEnd } from './child.mjs'

const CHILD = new URL('child.mjs', import.meta.url).href

/** A process that runs a program as `npm start` runs the service. */
function passingOn(program) {
  const script = `import(${JSON.stringify(CHILD)}).then(async ({ runToEnd }) => {
    process.exitCode = await runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}, 'a b', '--flag'])
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.setEncoding('utf8')
  return child
}

test('arguments arrive as they were given', async () => {
  const child = passingOn('console.log(JSON.stringify(process.argv.slice(1)))')
  const [output] = await once(child.stdout, 'data')
  expect(JSON.parse(output)).toEqual(['a b', '--flag'])
})

test('the exit code is the exit code of the program', async () => {
  expect(await runToEnd(process.execPath, ['-e', 'process.exit(7)'])).toBe(7)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s reaches the program, which decides how it ends', async (signal) => {
  const child = passingOn(
    `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 1e6); console.log('up')`,
  )
  await once(child.stdout, 'data')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([5, null])
})

test.skipIf(process.platform === 'win32')(
  "the program stops when npm's shell has died (on systems with sh)",
  async () => {
    const program = "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1e6); console.log('up')"
    const script = `import(${JSON.stringify(CHILD)}).then(async ({ runToEnd }) => {
    console.log('ended with', await runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}]))
  })`
    const shell = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, script], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(shell.stdout.setEncoding('utf8'), 'data')
    shell.kill('SIGKILL')
    expect(await text(shell.stdout)).toBe('ended with 5\n')
  },
)

test('a program that a signal ended has 128 and the number of the signal', async () => {
  expect(await runToEnd(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")'])).toBe(137)
})

test('what a quiet program says is kept', async () => {
  const program = 'console.log("out"); console.error("err"); process.exitCode = 3'
  const { exitCode, output } = await runQuietly(process.execPath, ['-e', program], process.execPath)
  expect(exitCode).toBe(3)
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
})
