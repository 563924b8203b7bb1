import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-folder.ts'
import { mailCommand } from './mail.ts'

test('mail preview writes every template as a page, a text and a mail', async () => {
  const folder = await tempFolder()
  expect(await mailCommand.run(['preview', '--out', folder])).toBe(0)
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  for (const name of ['reply', 'mention', 'right-to-left', 'thread', 'digest', 'moderation']) {
    expect(index).toContain(`src="${name}.html"`)
    const mail = await simpleParser(await readFile(join(folder, `${name}.eml`)))
    expect(mail.html).toBe(await readFile(join(folder, `${name}.html`), 'utf8'))
    expect(mail.text?.trim()).toBe((await readFile(join(folder, `${name}.txt`), 'utf8')).trim())
  }
})

test('mail without anything to do says how it is used', async () => {
  await expect(mailCommand.run(['send'])).rejects.toThrow('There is no "mail send"')
})
