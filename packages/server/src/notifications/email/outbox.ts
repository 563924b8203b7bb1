import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailTransport } from './transport.ts'

const OUTBOX = 'outbox'

/** Where no server takes mail: files that any mail program opens, the newest last. */
export function outboxTransport({ folder, now }: { folder: string; now: () => number }): MailTransport {
  const outbox = join(folder, OUTBOX)
  return {
    send: async ({ raw, messageId }) => {
      await mkdir(outbox, { recursive: true })
      const file = join(outbox, fileName(now(), messageId))
      // Nobody reads half a mail.
      await writeFile(`${file}.part`, raw)
      await rename(`${file}.part`, file)
    },
    isReady: () => true,
    close: async () => {},
  }
}

const fileName = (now: number, messageId: string): string =>
  `${new Date(now).toISOString().replaceAll(':', '-')}-${messageId.replace(/[^a-z0-9]/gi, '').slice(6, 18)}.eml`

/** For whoever starts the service. */
export const outboxSentence = (folder: string): string =>
  `Mails are not sent, because PALAVER_SMTP_URL is not set: they are written to ${join(folder, OUTBOX)}.`
