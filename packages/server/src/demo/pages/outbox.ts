import { escaped } from '../../api/markup.ts'
import type { Filed } from '../outbox.ts'
import { page } from './layout.ts'

type Outbox = { mails: readonly Filed[]; total: number; folder: string }

/** What would have been sent. Each mail is shown in a frame that can do nothing. */
export function outboxPage({ mails, total, folder }: Outbox): string {
  const newest = mails[0]?.file ?? ''
  const body = `<div class="narrow desk" data-outbox="${escaped(newest)}">
<h1>Outbox</h1>
<p class="standfirst">Mails that the demo would have sent. They stay on this machine, as files in <code>${escaped(folder)}</code>.</p>
<p class="note" role="status" data-new-mail hidden>New mail has come. <a href="/demo/outbox">Show it</a></p>
${mails.length === 0 ? EMPTY : mails.map(letter).join('\n')}
${total > mails.length ? `<p class="quiet">These are the newest ${mails.length} of ${total}.</p>` : ''}
</div>`
  return page({ title: 'Outbox · The Long Table', kind: 'desk-page', path: '/demo/outbox', body })
}

const EMPTY = `<div class="empty">
<p><strong>Nothing yet.</strong></p>
<p>Be Ada and mention somebody (<code>@Bo_Adeyemi</code>), or answer a comment of theirs. A few seconds later their mail is here.</p>
</div>`

const letter = (
  { file, subject, to, date, text }: Filed,
  index: number,
): string => `<details class="letter"${index === 0 ? ' open' : ''}>
<summary><span class="subject" dir="auto">${escaped(subject)}</span> <span class="quiet">to ${escaped(to)}, ${escaped(momentOf(date))}</span></summary>
<iframe sandbox="allow-top-navigation-by-user-activation" loading="lazy" title="${escaped(subject)}" src="/demo/outbox/${encodeURIComponent(file)}"></iframe>
<details class="as-text"><summary>As plain text</summary><pre dir="auto">${escaped(text)}</pre></details>
</details>`

const momentOf = (date: string): string => {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
