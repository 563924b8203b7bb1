import { escaped } from '../../api/markup.ts'
import type { Reason } from '../model.ts'
import type { Content, Thread, Told } from './content.ts'
import { plain } from './text.ts'
import { andMore, headlineOf, momentOf, sentenceOf, whyOf } from './wording.ts'

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const BUTTON = `display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600;font-size:15px;${FONT}`

/** For programs that can: the same in the dark. Those that cannot show the light one, or turn its colours themselves. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#111418!important}.card{background:#1b2027!important}
.ink{color:#e8eaed!important}.soft{color:#a8b0ba!important}.line{border-color:#343b45!important}.link{color:#8ab4f8!important}}`

/** Tables and inline styles, because that is what mail programs agree on. No pictures, nothing that tells of being read. */
export function htmlPart(content: Content, timeZone: string): string {
  const headline = headlineOf(content)
  const [first] = content.threads
  const preview = plain(first?.told[0]?.text ?? '').slice(0, 140)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(headline)}</title><style>:root{color-scheme:light dark}${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escaped(`${headline}. ${preview}`)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:600px;background:#ffffff;border-radius:8px">
<tr><td style="padding:24px 24px 0"><h1 dir="auto" class="ink" style="margin:0;font-size:20px;line-height:1.3;color:#111827;${FONT}">${escaped(headline)}</h1></td></tr>
${content.threads.map((thread) => threadRows(thread, timeZone)).join('\n')}
${content.more > 0 ? `<tr><td class="soft" style="padding:16px 24px 0;font-size:14px;color:#4b5563;${FONT}">${andMore(content.more)}</td></tr>` : ''}
<tr><td style="padding:24px"></td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="soft" style="padding:16px 24px;font-size:13px;line-height:1.6;color:#4b5563;${FONT}">${escaped(whyOf(content))}<br>
${content.links.map(({ label, url }) => `<a href="${escaped(url)}" class="link" style="color:#1d4ed8">${escaped(label)}</a>`).join(' &middot; ')}</td></tr></table>
</td></tr></table></body></html>
`
}

function threadRows(thread: Thread, timeZone: string): string {
  const { title, link, told, more } = thread
  const heading =
    link === null
      ? escaped(title)
      : `<a href="${escaped(link)}" class="link" style="color:#1d4ed8;text-decoration:none">${escaped(title)}</a>`
  return [
    `<tr><td style="padding:20px 24px 0"><h2 dir="auto" class="ink" style="margin:0;font-size:16px;line-height:1.4;color:#111827;word-break:break-word;${FONT}">${heading}</h2></td></tr>`,
    ...told.map((one) => commentRow(one, timeZone)),
    ...(more > 0
      ? [
          `<tr><td class="soft" style="padding:8px 24px 0;font-size:14px;color:#4b5563;${FONT}">${andMore(more)}</td></tr>`,
        ]
      : []),
  ].join('\n')
}

function commentRow(told: Told, timeZone: string): string {
  const { text, posted, link } = told
  const words = escaped(plain(text)).replaceAll('\n', '<br>')
  return `<tr><td style="padding:14px 24px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-left:3px solid #d1d5db;padding:2px 0 2px 14px">
<p class="soft" style="margin:0 0 6px;font-size:14px;line-height:1.4;color:#4b5563;word-break:break-word;${FONT}">${escaped(sentenceOf(told))} &middot; ${escaped(momentOf(posted, timeZone))}</p>
${text === '' ? '' : `<p dir="auto" class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.55;color:#111827;word-break:break-word;${FONT}">${words}</p>`}
${link === null ? '' : `<a href="${escaped(link)}" style="${BUTTON}">${buttonOf(told)}</a>`}
</td></tr></table></td></tr>`
}

const REPLIED_TO: ReadonlySet<Reason> = new Set(['mention', 'reply', 'participating', 'watching', 'wall', 'quote'])

const buttonOf = ({ reason }: Told): string => (REPLIED_TO.has(reason) ? 'Read and reply' : 'Look at it')
