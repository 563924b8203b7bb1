/** Where a NATS server is and how to sign in: `nats://user:password@host:4222,other:4222`, or one token before the @. */
export type Servers = { servers: string[]; user?: string; pass?: string; token?: string; tls?: Record<string, never> }

export function serversOf(url: string): Servers {
  const [scheme = '', rest = ''] = url.split('://')
  const at = rest.lastIndexOf('@')
  const servers = rest.slice(at + 1).split(',')
  const who = at === -1 ? {} : signIn(rest.slice(0, at))
  return { servers, ...who, ...(scheme === 'tls' ? { tls: {} } : {}) }
}

function signIn(who: string): Pick<Servers, 'user' | 'pass' | 'token'> {
  const colon = who.indexOf(':')
  if (colon === -1) return { token: decodeURIComponent(who) }
  return { user: decodeURIComponent(who.slice(0, colon)), pass: decodeURIComponent(who.slice(colon + 1)) }
}
