import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { filesIn, KINDS } from '../../feed/compose/files-in.ts'
import { upload } from '../../feed/compose/upload.ts'
import type { Profile } from '../../social/model.ts'
import { Face } from '../../social/parts/who.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'

type PictureProps = { now: Profile; change: (to: Partial<Profile>) => void }

/** The picture of oneself: another one, or none. */
export function Picture({ now, change }: PictureProps): JSX.Element {
  const { store, words } = useThread()
  const picker = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const [isNew, setNew] = useState(false)
  const { isBusy, problem, go } = useDoing()
  const take = (file: File | undefined): void => {
    if (file === undefined) return
    void go(async () => {
      const { signal } = new AbortController()
      const { id } = await upload(store, file, { signal, progress: setShare })
      setNew(true)
      change({ picture: id })
    })
  }
  return (
    <div class="picture">
      <Face person={{ name: now.name, avatar: now.picture === null ? null : now.avatar }} />
      <input
        ref={picker}
        type="file"
        hidden
        accept={KINDS}
        onChange={({ currentTarget }) => {
          take(filesIn(currentTarget)[0])
          // The same one again is another choice.
          currentTarget.value = ''
        }}
      />
      <button type="button" class="plain" aria-busy={isBusy} onClick={() => picker.current?.click()}>
        {words.say('profile.picture')}
      </button>
      {now.picture !== null && (
        <button type="button" class="quiet" onClick={() => change({ picture: null })}>
          {words.say('profile.noPicture')}
        </button>
      )}
      {isBusy && <progress value={share} max={1} aria-label={words.say('photo.sending')} />}
      {isNew && (
        <span class="hint" role="status">
          {words.say('profile.newPicture')}
        </span>
      )}
      {problem !== null && <ProblemLine problem={problem} />}
    </div>
  )
}
