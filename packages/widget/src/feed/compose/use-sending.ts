import type { Problem } from '@palaver/client'
import { useRef } from 'preact/hooks'
import { palaverOf } from '../../acts/client.ts'
import { writePost } from '../../social/api.ts'
import type { Audience, Brief, NewPost, Post } from '../../social/model.ts'
import { useDoing } from '../../social/use-doing.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { type Draft, placeIn, pollIn } from './draft.ts'
import type { Uploads } from './use-uploads.ts'

/** On whose wall, where that is somebody else's, and what is quoted. */
export type Where = { wall?: Brief | undefined; of?: Post | undefined }

type Written = { draft: Draft; audience: Audience; uploads: Uploads; link: string | undefined }

type Sending = { isBusy: boolean; problem: Problem | null; send: (written: Written) => Promise<Post | null> }

/** Sends a post; null where it was not taken. */
export function useSending({ wall, of }: Where): Sending {
  const { store, words } = useThread()
  const { isBusy, problem, go } = useDoing()
  const last = useRef<{ key: string; of: string } | null>(null)
  const send: Sending['send'] = async ({ draft, audience, uploads, link }) => {
    let post: Post | null = null
    await go(async () => {
      const photos = await uploads.finish()
      const body: NewPost = { ...saidIn(draft), audience, link, photos, wall: wall?.id, of: of?.id }
      const same = JSON.stringify(body)
      // The same again is the same post, whatever became of the answer.
      last.current = last.current?.of === same ? last.current : { key: palaverOf(store).newKey(), of: same }
      post = await writePost(store, body, last.current.key)
      last.current = null
      store.emit('palaver:posted', post)
    }, words.say('compose.posted'))
    return post
  }
  return { isBusy, problem, send }
}

const saidIn = ({ text, poll, place }: Draft): Pick<NewPost, 'text' | 'poll' | 'place'> => ({
  text: text.trim(),
  poll: poll === null ? undefined : pollIn(poll),
  place: place === null ? undefined : placeIn(place),
})
