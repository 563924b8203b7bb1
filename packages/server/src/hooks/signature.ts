import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

type Signed = { id: string; body: string; now: number }

/**
 * The header fields by which the receiver knows who asks, as Standard Webhooks has them: a signature of id, time and
 * body by each secret that holds, so that one can take the place of another. Secrets may be written as that standard
 * writes them.
 */
export function signatureOf(secrets: string | readonly string[], { id, body, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const signatures = [secrets].flat().map((secret) => `v1,${hmacOf(secret, `${id}.${timestamp}.${body}`)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function hmacOf(secret: string, text: string): string {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : secret
  return createHmac('sha256', key).update(text).digest('base64')
}
