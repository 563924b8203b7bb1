/** That this browser is told: by which subscription, with which key, and for whom. */
export type Kept = { id: string; key: string; person: string }

const nameOf = (org: string): string => `palaver:push:${org}`

export function keptPush(org: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(nameOf(org)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Pages may forbid it: then push messages come until the browser forgets the worker. */
export function keepPush(org: string, kept: Kept | null): void {
  try {
    if (kept === null) localStorage.removeItem(nameOf(org))
    else localStorage.setItem(nameOf(org), JSON.stringify(kept))
  } catch {
    // Nothing else is lost by it.
  }
}
