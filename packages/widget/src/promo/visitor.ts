const NAME = 'palaver.visitor'
const BYTES = 16
const NO = ['no', 'false']

export type Visitor = { id?: string; consent: boolean }

/**
 * Who looks, for how often they have seen an ad: a random number, in this browser only, and only where all of those
 * that ask were told that it may be. A browser that asks for privacy has said no.
 */
export function visitorFor(hosts: readonly Element[]): Visitor {
  const said = hosts.map(saidBy)
  if (asksForPrivacy() || said.includes(false)) {
    forget()
    return { consent: false }
  }
  return said.includes(true) ? { consent: true, ...kept() } : { consent: false }
}

const watched = new WeakSet<Element>()

/** A yes that is taken back counts at once, not only when something is asked for again. */
export function heedConsent(host: Element): void {
  if (watched.has(host)) return
  watched.add(host)
  new MutationObserver(() => {
    if (saidBy(host) !== true) forget()
  }).observe(host, { attributeFilter: ['consent'] })
}

/** Null where nobody has been asked yet. */
function saidBy(host: Element): boolean | null {
  const said = host.getAttribute('consent')
  return said === null ? null : !NO.includes(said)
}

const asksForPrivacy = (): boolean => Reflect.get(navigator, 'globalPrivacyControl') === true

/** Pages may forbid to keep anything: then there is no number. */
function kept(): { id?: string } {
  try {
    const id = localStorage.getItem(NAME) ?? random()
    localStorage.setItem(NAME, id)
    return { id }
  } catch {
    return {}
  }
}

function forget(): void {
  try {
    localStorage.removeItem(NAME)
  } catch {
    // There is nothing, then.
  }
}

const random = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
