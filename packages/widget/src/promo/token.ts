import type { Token, TokenSource } from '../thread/state/store.ts'

export type Speaker = { base: string; org: string; token: TokenSource }

/** Who reads, since some are shown no ads; what was kept of a guest or an owner is looked for only where there is any. */
export async function tokenFrom({ base, org, token }: Speaker): Promise<Token> {
  try {
    const said = await (typeof token === 'function' ? token() : token)
    if (said || !Object.keys(localStorage).some((name) => name.startsWith('palaver:token:'))) return said
    return (await import('../acts/tokens.ts')).keptToken({ base, org })
  } catch {
    return null
  }
}
