import type { Problem } from '@palaver/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { palaverOf } from '../../acts/client.ts'
import { problemIn } from '../../acts/problem-in.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { deletePhoto, describePhoto } from './api.ts'
import { refused, upload } from './upload.ts'

/** A picture on its way, or there: then it has an id. */
export type Upload = {
  key: string
  file: File
  share: number
  id: string | null
  alt: string
  problem: Problem | null
}

export type Uploads = {
  all: readonly Upload[]
  /** Where more were brought than a post can have. */
  problem: Problem | null
  isBusy: boolean
  take: (files: readonly File[]) => void
  again: (key: string) => void
  describe: (key: string, alt: string) => void
  remove: (key: string) => void
  /** Tells the service what they show, and says their ids. */
  finish: () => Promise<string[]>
  clear: () => void
}

const MOST = 10

/** Pictures for a post that is being written; each is sent as soon as it is chosen. */
export function useUploads(): Uploads {
  const { store } = useThread()
  const [all, setAll] = useState<readonly Upload[]>([])
  const [isFull, setFull] = useState(false)
  const leaving = useRef(new Map<string, AbortController>())
  const change = (key: string, to: Partial<Upload>): void =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const send = async ({ key, file }: Pick<Upload, 'key' | 'file'>): Promise<void> => {
    const controller = new AbortController()
    leaving.current.set(key, controller)
    const progress = (share: number): void => change(key, { share })
    try {
      const { id } = await upload(store, file, { signal: controller.signal, progress })
      change(key, { id, share: 1 })
    } catch (error) {
      change(key, { problem: problemIn(error) })
    }
  }
  useEffect(() => () => leaving.current.forEach((controller) => controller.abort()), [])
  return {
    all,
    problem: isFull ? refused('too-many') : null,
    isBusy: all.some(({ id, problem }) => id === null && problem === null),
    take: (files) => {
      const fresh = files.slice(0, MOST - all.length).map((file) => ({
        key: palaverOf(store).newKey(),
        file,
        share: 0,
        id: null,
        alt: '',
        problem: null,
      }))
      setAll((before) => [...before, ...fresh])
      setFull(files.length > fresh.length)
      fresh.forEach((one) => void send(one))
    },
    again: (key) => {
      const found = all.find((one) => one.key === key)
      change(key, { problem: null, share: 0 })
      if (found !== undefined) void send(found)
    },
    describe: (key, alt) => change(key, { alt }),
    remove: (key) => {
      leaving.current.get(key)?.abort()
      const id = all.find((one) => one.key === key)?.id ?? null
      // What nobody uses goes by itself, a day later.
      if (id !== null) void deletePhoto(store, id).catch(() => {})
      setAll((before) => before.filter((one) => one.key !== key))
      setFull(false)
    },
    finish: async () => {
      const here = all.flatMap(({ id, alt }) => (id === null ? [] : [{ id, alt: alt.trim() }]))
      await Promise.all(here.filter(({ alt }) => alt !== '').map(({ id, alt }) => describePhoto(store, id, alt)))
      return here.map(({ id }) => id)
    },
    clear: () => {
      setAll([])
      setFull(false)
    },
  }
}
