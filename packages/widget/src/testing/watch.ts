import type { Page } from 'playwright-core'

/** What happened in a page that nobody on it could see. */
export type Watched = {
  dialogs: string[]
  /** Addresses that were asked for, in order. */
  requests: string[]
  /** Errors and warnings on the console, broken policies among them, and errors that nothing caught. */
  complaints: string[]
  /** Windows that were opened. */
  opened: string[]
}

/** Looks on from now on; dialogs are closed, so that they hold nothing up. */
export function watch(page: Page): Watched {
  const seen: Watched = { dialogs: [], requests: [], complaints: [], opened: [] }
  page.on('dialog', (dialog) => {
    seen.dialogs.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => void seen.requests.push(request.url()))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => void seen.complaints.push(String(error)))
  page.on('popup', (popup) => void seen.opened.push(popup.url()))
  return seen
}
