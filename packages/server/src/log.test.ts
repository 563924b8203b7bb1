import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(isTTY: boolean, logFormat: 'auto' | 'text' | 'json'): string {
  let text = ''
  const log = createLog({ logLevel: 'info', logFormat }, { isTTY, write: (line) => (text += line) })
  log.debug('not this')
  log.info({ port: 80 }, 'hello')
  return text
}

test('programs get JSON, people in a terminal a line', () => {
  expect(JSON.parse(written(false, 'auto'))).toMatchObject({ level: 30, msg: 'hello', port: 80 })
  expect(written(true, 'auto')).toMatch(/^\d\d:\d\d:\d\d INFO {2}hello port=80\n$/)
})

test('the format can be chosen', () => {
  expect(written(false, 'text')).toContain('INFO')
  expect(JSON.parse(written(true, 'json'))).toMatchObject({ msg: 'hello' })
})

test('an error comes with its stack', () => {
  let text = ''
  const log = createLog({ logLevel: 'info', logFormat: 'text' }, { write: (line) => (text += line) })
  log.error({ err: new Error('broken') }, 'oh')
  expect(text).toMatch(/ERROR oh\nError: broken\n\s+at /)
})
