import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../errors.ts'
import { problemDetails } from '../problem-details.ts'
import { sendBytes } from '../send-bytes.ts'
import type { Widget } from './widget.ts'

const NOT_BUILT = 'The widget is not built here: `npm run palaver -- start` builds it, in the folder of Palaver.'

/** By another address, for browsers that never ask again for what did not come once. */
const AGAIN = /(?<=^embed\/)again\/\d{1,4}\//

/** `/embed.js` and what it loads. */
export function embedFiles(app: FastifyInstance, { files }: Pick<Widget, 'files'>): void {
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = request.url.split('?')[0] ?? ''
    const bytes = files.get(path.slice(1).replace(AGAIN, ''))
    if (bytes === undefined) {
      const detail = files.size === 0 ? NOT_BUILT : `There is nothing at ${path}.`
      await sendProblem(reply.header('access-control-allow-origin', '*'), problemDetails('not-found', detail))
      return
    }
    reply.hijack()
    const fields = ['x-request-id', request.id]
    await sendBytes({ request: request.raw, response: reply.raw, fields }, 200, bytes)
  }
  app.get('/embed.js', send)
  app.get('/embed/*', send)
}
