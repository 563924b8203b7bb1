import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { escaped } from '../../api/markup.ts'
import type { Comment, Discussion } from '../../comments/service.ts'
import type { Item, Reason } from '../model.ts'
import { itemOf } from '../windows/windows.fixtures.ts'
import { mailAddress } from './address.ts'
import { composed } from './compose.ts'
import { type Checked, contentOf } from './content.ts'
import { clipped, oneLine } from './text.ts'

const AT = '2026-05-17T09:41:00.000Z'
const links = [{ label: 'No mails at all', url: 'https://c.example/v1/unsubscribe/x' }]

const htmlOf = (text: string): string => `<p>${escaped(text).replaceAll('\n', '<br>\n')}</p>\n`

type Given = { discussion?: string; author?: string; text?: string; title?: string; reason?: Reason; at?: string }

function checked(event: string, given: Given = {}) {
  const { discussion = 'd1', author = 'Bob', text = event, title = 'A page', reason = 'reply', at = AT } = given
  const item: Item = itemOf(event, { discussion, reason, at })
  return {
    item,
    discussion: { _id: discussion, title, url: 'https://b.example/p', resource: { type: 't', id: 'i' } } as Discussion,
    comment: { slug: event, author: { id: author, name: author }, html: htmlOf(text), posted: at } as Comment,
  }
}

const mailOf = async (all: readonly Checked[], { more = 0, window = 'w', from = 'C <c@c.example>' } = {}) => {
  const content = contentOf(all, more, links)
  const letter = { window, org: 'acme', person: 'p', kind: 'daily', from, to: 'a@a.example' }
  const unsubscribe = links[0]?.url ?? ''
  const mail = await composed({ ...letter, content, timeZone: 'Europe/Berlin', unsubscribe, date: Date.parse(AT) })
  return { ...(await simpleParser(mail.raw)), raw: mail.raw.toString(), content }
}

/** The words of a page, as a reader sees them. */
const wordsOf = (html: string | false | undefined): string =>
  String(html)
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

describe('a mail', () => {
  it('I7: has the same name for the same window, and another for another', async () => {
    const [one, again, other] = await Promise.all([
      mailOf([checked('a')]),
      mailOf([checked('b')]),
      mailOf([checked('a')], { window: 'v' }),
    ])
    expect(one.messageId).toBe(again.messageId)
    expect(one.messageId).not.toBe(other.messageId)
  })

  it('I11: has no header from a name or a title', async () => {
    const evil = 'x\r\nBcc: all@evil.example\r\n\r\n<script>'
    const mail = await mailOf([checked('a', { title: evil, author: evil })])
    expect(mail.headerLines.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.subject).toBe('New comments: x Bcc: all@evil.example <script>')
    expect(mail.html).not.toContain('<script')
  })

  it('I12: says in its text what its HTML says, in any script, with long names and emoji', async () => {
    const name = `${'نورة '.repeat(40)}`.slice(0, 199)
    const all = [
      checked('a', { author: name, text: 'مرحبا 👩‍👩‍👧‍👦 <b>&' }),
      checked('b', { author: 'Zoë 🎉', text: 'line one\nline two' }),
    ]
    const mail = await mailOf(all)
    for (const words of [
      'مرحبا 👩‍👩‍👧‍👦 <b>&',
      'Zoë 🎉',
      'line one',
      'line two',
      name.trim(),
      '2 new comments',
      'No mails at all',
    ]) {
      expect(mail.text).toContain(words)
      expect(wordsOf(mail.html)).toContain(words)
    }
    expect(mail.html).toContain('dir="auto"')
  })

  it('I12: takes signs out of names that turn the direction of others', () => {
    expect(oneLine('evil\u{202e}gpj.exe\u{2066} \u{feff}')).toBe('evilgpj.exe')
    expect(clipped('👩‍👩‍👧‍👦'.repeat(5), 2)).toBe('👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
  })

  it('H14: shows the strongest reason first, by discussion, and how much more there is', async () => {
    const hot = Array.from({ length: 14 }, (_, n) =>
      checked(`hot${n}`, { discussion: 'hot', title: 'Hot', reason: 'watching' }),
    )
    const many = Array.from({ length: 60 }, (_, n) =>
      checked(`m${n}`, { discussion: `m${n}`, reason: 'watching', at: '2026-01-01T00:00:00.000Z' }),
    )
    const mine = checked('mine', { discussion: 'mine', title: 'Mine', reason: 'mention' })
    const { content, text } = await mailOf([...many, ...hot, mine], { more: 7 })
    expect(content.threads.map(({ title }) => title).slice(0, 2)).toEqual(['Mine', 'Hot'])
    expect(content.threads[1]).toMatchObject({ more: 4 })
    expect(content.threads[1]?.told).toHaveLength(10)
    expect(content.threads).toHaveLength(20)
    expect(content.more).toBe(7 + 60 - 18)
    expect(text).toMatch(/^82 new comments/)
    expect(text).toContain('and 4 more')
    expect(text).toContain('and 49 more')
  })

  it('has a comment once that was told of twice, for the stronger reason', async () => {
    const twice = [checked('a', { reason: 'watching' }), { ...checked('a', { reason: 'mention' }) }]
    const { content } = await mailOf(twice)
    expect(content.threads[0]?.told.map(({ reason }) => reason)).toEqual(['mention'])
  })

  it('has no link where the host has said no page, or none of the web', async () => {
    const one = checked('a')
    const without: Checked = { ...one, discussion: { ...one.discussion, url: 'javascript:alert(1)' } }
    const { html } = await mailOf([without])
    expect([...String(html).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([links[0]?.url])
  })

  it('tells a moderator that something waits, without a word of it', async () => {
    const one = { ...checked('a', { reason: 'moderation' }), comment: null }
    const mail = await mailOf([one])
    expect([mail.subject, mail.text?.includes('A comment waits for a moderator')]).toEqual([
      'To moderate: A page',
      true,
    ])
  })
})

describe('an address', () => {
  it.for([
    ['ada@example.com', 'ada@example.com'],
    ['ada+tag@Example.COM', 'ada+tag@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['кай@пример.example', 'кай@xn--e1afmkfd.example'],
    ['a@b.example, c@d.example', null],
    ['Ada <ada@example.com>', null],
    ['ada@example.com\r\nBcc: x@y.example', null],
    ['ada', null],
    ['@example.com', null],
    ['.ada@example.com', null],
    ['', null],
  ] as const)('I13: is one address or none: %s', ([text, address]) => {
    expect(mailAddress(text)).toBe(address)
  })
})
