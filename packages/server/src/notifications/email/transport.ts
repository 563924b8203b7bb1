import type { Mail } from './compose.ts'

/** Hands mails over. It throws `Hopeless` or `TryLater`, `Unsure` where nobody knows, or what is worth another try. */
export type MailTransport = {
  send: (mail: Mail, signal: AbortSignal) => Promise<void>
  /** False while it is known that nothing can be handed over. */
  isReady: () => boolean
  close: () => Promise<void>
}

/** After so many ms; a mail that fails once more is given up. */
export const MAIL_RETRY_MS: readonly number[] = [1, 5, 30, 120, 480, 1440].map((minutes) => minutes * 60_000)
