import { connect, type Palaver } from '@palaver/client'
import { keptToken } from '../acts/tokens.ts'
import type { BellMounting } from '../elements/bell-element.ts'

/** The service as whoever has signed in speaks to it; null where nobody has. */
export async function signedIn({ base, org, token: given }: BellMounting): Promise<Palaver | null> {
  const token = given ?? (() => keptToken({ base, org }))
  const first = await Promise.resolve(typeof token === 'function' ? token() : token).catch(() => null)
  if (first === null || first === undefined || first === '') return null
  const palaver = connect({ url: base, org, token })
  palaver.asked = Promise.resolve(first)
  return palaver
}
