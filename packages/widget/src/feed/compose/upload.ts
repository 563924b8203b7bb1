import { PalaverError, type Problem } from '@palaver/client'
import { isSomebody, palaverOf } from '../../acts/client.ts'
import type { Store } from '../../thread/state/store.ts'

export type Uploaded = { id: string; width: number; height: number }
type Sending = { signal: AbortSignal; progress: (share: number) => void }

/** Brings a picture, and says how far it has come: what `fetch` does not tell. */
export async function upload(store: Store, file: File, { signal, progress }: Sending): Promise<Uploaded> {
  await isSomebody(store)
  const { url, token, asked } = palaverOf(store)
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
      else fail(answer as Problem)
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
