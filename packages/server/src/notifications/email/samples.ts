import type { Reason } from '../model.ts'
import { composed } from './compose.ts'
import type { Content, Thread, Told } from './content.ts'
import { htmlPart } from './html-part.ts'
import { textPart } from './text-part.ts'
import { subjectOf } from './wording.ts'

/** A mail as it would look, with made-up comments. */
export type Preview = { name: string; subject: string; html: string; text: string; eml: Buffer }

const AT = Date.UTC(2026, 4, 17, 9, 41)
const PAGE = 'https://blog.example.com/2026/sourdough'
const links = ['No mails about this discussion', 'No mails of this kind', 'No mails at all'].map((label, at) => ({
  label,
  url: `https://comments.example.com/v1/unsubscribe/sample-${at}`,
}))

const told = (author: string, text: string, reason: Reason = 'reply'): Told => ({
  reason,
  author,
  text,
  posted: new Date(AT).toISOString(),
  link: `${PAGE}#comment-7Gq2xPw3kL`,
})
const thread = (title: string, all: Told[], more = 0): Thread => ({ id: title, title, link: PAGE, told: all, more })
const content = (threads: Thread[], more = 0): Content => ({ threads, more, links })

const LONG = 'Wilhelmina Friederike von und zu Hohenlohe-Waldenburg-Schillingsfürst, '.repeat(3).slice(0, 200)

const SAMPLES: Readonly<Record<string, Content>> = {
  reply: content([
    thread('How to keep a sourdough alive', [
      told(
        'Grace Hopper',
        'Mine lives in the fridge.\n\nFeed it once a week:\n\n• flour\n• water (https://example.com/how-much)',
      ),
    ]),
  ]),
  mention: content([thread('Release 2.0', [told('Linus', '@ada, could you have a look at this? 🎉', 'mention')])]),
  'right-to-left': content([
    thread('מתכון ללחם מחמצת', [told('נועה', 'איזה יופי! תודה רבה על המתכון.', 'participating')]),
    thread('وصفة الخبز', [told('ليلى', 'شكراً جزيلاً 🌿', 'watching')]),
  ]),
  thread: content([
    thread(
      'How to keep a sourdough alive',
      [
        told('Grace Hopper', 'Once a week is enough.'),
        told('Alan', 'I had one for nine years.\nThen we moved.', 'participating'),
        told('Margaret', 'Rye, always rye.', 'participating'),
      ],
      4,
    ),
  ]),
  digest: content(
    [
      thread('How to keep a sourdough alive', [told('Grace Hopper', 'Once a week is enough.')]),
      thread('Release 2.0', [told('Linus', 'It is out.', 'watching'), told('Barbara', 'At last!', 'watching')], 12),
      thread('A very long title that goes on and on, because somebody thought that it should '.repeat(2), [
        told(LONG, 'A name of two hundred characters.', 'watching'),
      ]),
    ],
    31,
  ),
  moderation: content([
    { ...thread('Release 2.0', [told('', '', 'moderation'), told('Mallory', 'Buy my things!', 'moderation')]) },
  ]),
}

export function previews(from: string): Promise<Preview[]> {
  return Promise.all(
    Object.entries(SAMPLES).map(async ([name, sample]) => {
      const letter = { window: name, org: 'sample', person: 'sample', kind: name, from, to: 'ada@example.com' }
      const unsubscribe = links.at(-1)?.url ?? ''
      const mail = await composed({ ...letter, content: sample, timeZone: 'UTC', unsubscribe, date: AT })
      const parts = { html: htmlPart(sample, 'UTC'), text: textPart(sample, 'UTC') }
      return { name, subject: subjectOf(sample), ...parts, eml: mail.raw }
    }),
  )
}
