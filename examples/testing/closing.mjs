import { onTestFinished } from 'vitest'
import { listen } from '../service.mjs'

/** Starts a server on a port of the kernel's choice for one test, and says where. */
export async function closing(server) {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server, 0)
}
