/** Names that lead nowhere: Apple refuses every message of who gives one, other services do not. */
const NOWHERE = /(^|[.@])(localhost|local|internal|invalid|test|example)\.?$/i

/** Whether push services can turn to this: `mailto:` or https, with a domain that others can reach. */
export function isPushContact(contact: string): boolean {
  const url = URL.canParse(contact) ? new URL(contact) : null
  const isMail = url?.protocol === 'mailto:' && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(url.pathname)
  const host = isMail ? url.pathname : url?.protocol === 'https:' ? url.hostname : ''
  return host.includes('.') && !NOWHERE.test(host)
}
