import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

type Signed = { id: string; body: string; now: number }

/**
 * The header fields by which the receiver knows who asks, as Standard Webhooks has them: a signature of id, time and
 * body. Secrets may be written as that standard writes them.
 */
export function signatureOf(secret: string, { id, body, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
