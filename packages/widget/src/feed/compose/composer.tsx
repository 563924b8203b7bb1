import '../../i18n/en-later.ts'
import '../../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Words } from '../../i18n/words.ts'
import type { Post } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Adds } from './adds.tsx'
import { Added } from './added.tsx'
import { isWhole, useDraft } from './draft.ts'
import { TextBox } from './text-box.tsx'
import { useAudience } from './use-audience.ts'
import { useLink } from './use-link.ts'
import { useSending, type Where } from './use-sending.ts'
import { useUploads } from './use-uploads.ts'

type ComposerProps = Where & { posted: (post: Post) => void; cancel?: () => void }

/** Writes a post. What fails is said there, and what was written stays. */
export function Composer({ wall, of, posted, cancel }: ComposerProps): JSX.Element {
  const { words } = useThread()
  const { draft, change, clear } = useDraft(of?.id ?? wall?.id ?? '')
  const [audience, setAudience] = useAudience()
  const uploads = useUploads()
  const found = useLink(draft.text)
  const [isHeld, setHeld] = useState(false)
  const { isBusy, problem, send } = useSending({ wall, of })
  const isSomething = draft.text.trim() !== '' || uploads.all.length > 0 || draft.place !== null || of !== undefined
  const go = async (): Promise<void> => {
    const post = await send({ draft, audience, uploads, link: found.link?.url })
    if (post === null) return
    setHeld(post.status === 'held')
    clear()
    uploads.clear()
    found.clear()
    posted(post)
  }
  return (
    <>
      <TextBox
        label={labelOf({ wall, of }, words)}
        text={draft.text}
        setText={(text) => change({ text })}
        isBegun={of !== undefined}
        isReady={isSomething && isWhole(draft) && uploads.all.every(({ id }) => id !== null)}
        isBusy={isBusy}
        send={words.say('editor.post')}
        submit={() => void go()}
        {...(cancel === undefined ? {} : { cancel })}
        take={uploads.take}
        above={<Added draft={draft} change={change} uploads={uploads} found={found} problem={problem} />}
        tools={<Adds draft={draft} change={change} take={uploads.take} audience={audience} setAudience={setAudience} />}
      />
      {isHeld && (
        <p class="notice" role="status">
          {words.say('post.held')}
        </p>
      )}
    </>
  )
}

function labelOf({ wall, of }: Where, words: Words): string {
  if (wall !== undefined) return words.say('compose.wall', { name: wall.name })
  return words.say(of === undefined ? 'compose.label' : 'compose.quote')
}
