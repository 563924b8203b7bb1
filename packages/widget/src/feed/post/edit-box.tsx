import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { changePost } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { TextBox } from '../compose/text-box.tsx'
import { useList } from '../list.ts'

/** A box in the place of what a post says, to change that. */
export function EditBox({ post, close }: { post: Post; close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const { put } = useList()
  const { isBusy, problem, go } = useDoing()
  const [text, setText] = useState(post.text ?? '')
  const save = async (): Promise<void> => {
    const isDone = await go(async () => put(await changePost(store, post, { text })), words.say('post.changed'))
    if (isDone) close()
  }
  return (
    <TextBox
      label={words.say('post.edit')}
      text={text}
      setText={setText}
      isBegun
      isReady={text.trim() !== '' || post.text === '' || post.kind !== 'status'}
      isBusy={isBusy}
      send={words.say('act.save')}
      submit={() => void save()}
      cancel={close}
      above={problem !== null && <ProblemLine problem={problem} />}
    />
  )
}
