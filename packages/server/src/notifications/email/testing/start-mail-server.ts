import { onTestFinished } from 'vitest'
import { type MailServer, openMailServer } from './mail-server.ts'

/** Until the test is over. */
export async function startMailServer(port?: number): Promise<MailServer> {
  const server = await openMailServer(port)
  onTestFinished(server.stop)
  return server
}
