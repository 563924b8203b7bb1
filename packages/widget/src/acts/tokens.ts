type Kept = { token: string; expires: string }

/** A token is for the service that gave it: a site that changes to another one does not hand it on. */
type Place = { base: string; org: string }

const nameOf = ({ base, org }: Place): string => `palaver:token:${JSON.stringify([base, org])}`

/** A token that this browser was given by the service itself: a guest's, or that of a sign-in link. */
export function keptToken(place: Place, now = Date.now()): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null') as Kept | null
    return kept !== null && Date.parse(kept.expires) > now ? kept.token : null
  } catch {
    return null
  }
}

/** Pages may forbid it: then it holds until the page is left. A bell on the page hears of it. */
export function keepToken(place: Place, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(place))
    else localStorage.setItem(nameOf(place), JSON.stringify(kept))
  } catch {
    // Nothing else is lost by it.
  }
  dispatchEvent(new Event('palaver:token'))
}
