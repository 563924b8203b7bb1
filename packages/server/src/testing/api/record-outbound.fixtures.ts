import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/** Loaded before a process (`--import`): notes every attempt to reach another process over a network, or a name server. */
const FILE = process.env['OUTBOUND_RECORD'] ?? ''

type Method = (this: unknown, ...args: unknown[]) => unknown

function watch(owner: object, name: string, isAsked: (first: unknown) => boolean = () => true): void {
  const original = Reflect.get(owner, name) as Method | undefined
  if (typeof original !== 'function') return
  const watched: Method = function (...args) {
    if (isAsked(args[0])) appendFileSync(FILE, `${JSON.stringify([name, args.map(String)])}\n`)
    return Reflect.apply(original, this, args)
  }
  Reflect.set(owner, name, watched)
}

/** What is an address already is looked up nowhere. */
const isName = (host: unknown): boolean => typeof host === 'string' && net.isIP(host) === 0

watch(net.Socket.prototype, 'connect')
for (const name of ['send', 'connect']) watch(dgram.Socket.prototype, name)
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner).filter((one) => /^(lookup|resolve|reverse)/.test(one)))
    watch(owner, name, isName)
syncBuiltinESMExports()
