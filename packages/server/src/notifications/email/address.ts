import { domainToASCII } from 'node:url'

/** One address and nothing else: what would name two, or carry a header, is none. */
const ADDRESS = /^([^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64})@([^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,255})$/u

/** An address that mail can be sent to, its domain in lower case; null where it is none. */
export function mailAddress(text: string | null): string | null {
  const [, local, domain] = ADDRESS.exec(text ?? '') ?? []
  if (local === undefined || domain === undefined) return null
  const ascii = domainToASCII(domain)
  return ascii === '' || local.startsWith('.') || local.endsWith('.') ? null : `${local}@${ascii}`
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The address in `Name <address>`. */
export const bareAddress = (sender: string): string => /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender
