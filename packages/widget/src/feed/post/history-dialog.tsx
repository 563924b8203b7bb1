import type { JSX } from 'preact'
import { historyOf } from '../../social/api.ts'
import type { Post } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { WhenRead } from '../../social/parts/phases.tsx'
import { useRead } from '../../social/use-read.ts'
import { useThread } from '../../thread/parts/use-thread.ts'

/** What a post said before. */
export function HistoryDialog({ post, close }: { post: Post; close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const reading = useRead(() => historyOf(store, post.id), [post.id, post.rev])
  return (
    <Dialog title={words.say('post.history')} close={close}>
      <WhenRead of={reading}>
        {({ texts }) => (
          <ol class="earlier">
            {texts.map(({ text, at }) => (
              <li key={at}>
                <time dateTime={at}>{words.date(at)}</time>
                <p class="text plain" dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </WhenRead>
    </Dialog>
  )
}
