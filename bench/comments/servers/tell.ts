import type { AddressInfo, Server } from 'node:net'

/** The child's side: tells the port once it listens, and what CPU time or memory it uses whenever it is asked. */
export function tell(server: Server): void {
  const { port } = server.address() as AddressInfo
  process.on('message', (asked) => {
    if (asked === 'rss') return void process.send?.({ rss: process.memoryUsage.rss() })
    const { user, system } = process.cpuUsage()
    return void process.send?.({ cpuMs: (user + system) / 1000 })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port })
}
