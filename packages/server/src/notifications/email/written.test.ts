import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, it } from 'vitest'
import { written } from './written.ts'

const TEXTS = {
  'short lines of ASCII': 'One line.\nAnother one.\n',
  'letters with marks': `Zoë says:\n> ${'Grüße aus Köln. '.repeat(30)}\n`,
  'another script': `${'مرحبا بالعالم '.repeat(40)}\n👩‍👩‍👧‍👦`,
  'long words, and signs that are code': `${'a=b;'.repeat(100)}\n.\n..\n--x\nFrom me`,
  'spaces at the ends of lines': 'one \ntwo\t\n\n\nthree ',
  'line ends of every kind': 'one\r\ntwo\nthree\r\n\r\nfour',
}

describe('a mail that is written at once', () => {
  it.each(Object.entries(TEXTS))('is what the library writes, piece by piece, of %s', async (_, text) => {
    const html = `<p style="color:red">${text.replaceAll('\n', '<br>\n')}</p>`
    const head = { from: 'Köln <c@c.example>', to: 'a@a.example', subject: 'Grüße', messageId: '<a@b>' }
    const always = { date: new Date(0), baseBoundary: 'x', newline: 'windows', text, html }
    const compiled = () => new MailComposer({ ...head, ...always }).compile()
    expect((await written(compiled())).toString()).toBe((await compiled().build()).toString())
  })
})
