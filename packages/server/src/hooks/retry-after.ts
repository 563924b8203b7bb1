const MOST_MS = 24 * 60 * 60 * 1000

/** How long `Retry-After` asks to wait, in seconds or until a date; 0 where it says nothing that can be read. */
export function retryAfterMs(said: string | undefined, now: number): number {
  const text = said?.trim() ?? ''
  const isDate = text.endsWith('GMT')
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : 0
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_MS) : 0
}
