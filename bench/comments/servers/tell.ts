import type { AddressInfo, Server } from 'node:net'

/** The child's side: tells the port once it listens, and what CPU time it has used whenever it is asked. */
export function tell(server: Server): void {
  const { port } = server.address() as AddressInfo
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMs: (user + system) / 1000 })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port })
}
