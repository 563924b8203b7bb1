import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0'

test.for([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'desk'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', 'desk'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desk'],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Tablet PC 2.0)', 'desk'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'phone'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'phone'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'phone'],
  ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'tablet'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`, 'tablet'],
  ['Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'tablet'],
  ['', 'desk'],
] as const)('%s is a %s', ([userAgent, device]) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('a hint says that it is a phone, where the rest does not', () => {
  const reduced = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`
  expect([deviceOf(reduced, '?1'), deviceOf(reduced, '?0'), deviceOf(reduced)]).toEqual(['phone', 'tablet', 'tablet'])
})
