import { createHmac, timingSafeEqual } from 'node:crypto'
import { permissionsOf } from './shipments.mjs'
import { userOf } from './users.mjs'

const HOUR = 3600
const MOST_SECONDS_APART = 300

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tells Palaver who somebody is: signed here, and good for an hour. */
export function tokenFor({ id, name, email }, { org, key }) {
  const now = Math.floor(Date.now() / 1000)
  const head = part({ alg: 'HS256', typ: 'JWT', kid: key.id })
  const claims = part({ org, user: { id, username: name, email }, iat: now, exp: now + HOUR })
  const signature = createHmac('sha256', key.secret).update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}

/** Whether a question comes from Palaver, which signs id, time and body with the secret that both know. */
export function isFromPalaver({ headers, body, secret }) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MOST_SECONDS_APART)) return false
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** One answer for each question, in the same order; they hold for some seconds, so that not every click asks. */
export function answersTo({ questions }) {
  const answers = questions.map(({ user, resource }) => permissionsOf(userOf(user), resource))
  return { answers, seconds: 5 }
}
