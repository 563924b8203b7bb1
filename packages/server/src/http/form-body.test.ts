import { expect, it } from 'vitest'
import { formBody } from './form-body.ts'

const CLICK = { 'List-Unsubscribe': 'One-Click' }

it('I2: a click is read in both ways in which mail servers send it', async () => {
  const encoded = Buffer.from('List-Unsubscribe=One-Click')
  expect(await formBody('application/x-www-form-urlencoded', encoded)).toEqual(CLICK)
  const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect(await formBody('multipart/form-data; boundary=b', Buffer.from(parts))).toEqual(CLICK)
})

it('a form that is none is refused', async () => {
  const asked = formBody('multipart/form-data; boundary=b', Buffer.from('nothing'))
  await expect(asked).rejects.toMatchObject({ code: 'bad-request' })
  const long = formBody('application/x-www-form-urlencoded', Buffer.alloc(20_000, 'a'))
  await expect(long).rejects.toMatchObject({ code: 'body-too-large' })
})
