import * as z from 'zod'

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** HTTPS; plain HTTP only within the machine. No user and password, which would end up in logs. */
function isAskable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.has(hostname))
}

export const askedAddress = z
  .string()
  .max(2000)
  .refine(isAskable, 'must be an https address (http only for localhost), without a user')

export const hookSchema = z.strictObject({ url: askedAddress, secret: z.string().min(16).max(200) })
