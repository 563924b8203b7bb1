import { hash } from 'node:crypto'

/** Sites and zones are found by their org and key alone. */
export const placeId = (kind: 'site' | 'zone', org: string, key: string): string =>
  hash('sha256', JSON.stringify([kind, org, key]), 'base64url').slice(0, 22)

/** All that concerns the ads of an org is told under this name. */
export const adsSubject = (org: string): string => `ads~${org}`
