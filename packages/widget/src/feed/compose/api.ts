import { type Answer, call } from '@palaver/client'
import { palaverOf } from '../../acts/client.ts'
import type { Store } from '../../thread/state/store.ts'

export const previewOf = (store: Store, url: string, signal: AbortSignal): Promise<Answer<'POST /v1/previews'>> =>
  call(palaverOf(store), 'POST /v1/previews', { body: { url }, options: { signal } })

export const describePhoto = (store: Store, photo: string, alt: string): Promise<unknown> =>
  call(palaverOf(store), 'PATCH /v1/photos/{photo}', { path: { photo }, body: { alt } })

export const deletePhoto = (store: Store, photo: string): Promise<unknown> =>
  call(palaverOf(store), 'DELETE /v1/photos/{photo}', { path: { photo } })
