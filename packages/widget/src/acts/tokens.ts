type Kept = { token: string; expires: string }

const nameOf = (org: string): string => `palaver:token:${org}`

/** A token that this browser was given by the service itself: a guest's, or that of a sign-in link. */
export function keptToken(org: string, now = Date.now()): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(org)) ?? 'null') as Kept | null
    return kept !== null && Date.parse(kept.expires) > now ? kept.token : null
  } catch {
    return null
  }
}

/** Pages may forbid it: then it holds until the page is left. A bell on the page hears of it. */
export function keepToken(org: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(org))
    else localStorage.setItem(nameOf(org), JSON.stringify(kept))
  } catch {
    // Nothing else is lost by it.
  }
  dispatchEvent(new Event('palaver:token'))
}
