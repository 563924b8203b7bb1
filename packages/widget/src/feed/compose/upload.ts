import { type Palaver, PalaverError, type Problem } from '@palaver/client'
import { isSomebody, palaverOf } from '../../acts/client.ts'
import { problemIn } from '../../acts/problem-in.ts'
import type { Store } from '../../thread/state/store.ts'
import { isPhoto } from './files-in.ts'

const TOO_LARGE = 413

export type Uploaded = { id: string; width: number; height: number }
type Sending = { signal: AbortSignal; progress: (share: number) => void }

/** Brings a picture; with a new token where the one that is known has expired meanwhile. */
export async function upload(store: Store, file: File, sending: Sending): Promise<Uploaded> {
  if (!isPhoto(file)) throw new PalaverError(refused('photo-unreadable'))
  await isSomebody(store)
  const palaver = palaverOf(store)
  try {
    return await send(palaver, file, sending)
  } catch (error) {
    if (problemIn(error).code !== 'token-expired' || typeof palaver.token !== 'function') throw error
    palaver.asked = undefined
    await isSomebody(store)
    return send(palaver, file, sending)
  }
}

/** What is refused here already, as the service would say it. */
export const refused = (code: 'photo-unreadable' | 'photo-too-large' | 'too-many'): Problem => ({
  type: 'about:blank',
  title: '',
  detail: '',
  status: 422,
  code,
})

/** Says how far it has come: what `fetch` does not tell. */
async function send({ url, token, asked }: Palaver, file: File, { signal, progress }: Sending): Promise<Uploaded> {
  const known = await (typeof token === 'function' ? asked : token)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (problem: Problem): void => reject(new PalaverError(problem))
    request.open('POST', `${url}/v1/photos`)
    request.setRequestHeader('content-type', file.type)
    if (known) request.setRequestHeader('authorization', `Bearer ${known}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () => {
      const answer = answerIn(request)
      if (request.status < 300) resolve(answer as Uploaded)
      // Of a photo it is said in other words than of a comment.
      else fail(request.status === TOO_LARGE ? refused('photo-too-large') : (answer as Problem))
    })
    request.addEventListener('error', () => fail({ code: 'network', detail: 'the line broke off' }))
    request.addEventListener('abort', () => fail({ code: 'aborted', detail: 'it is not wanted any more' }))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** What stands between may answer something else. */
function answerIn({ responseText, status }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText)
  } catch {
    return { code: 'network', detail: `status ${status}`, status }
  }
}
