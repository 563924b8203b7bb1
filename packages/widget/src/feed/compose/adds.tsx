import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Audience } from '../../social/model.ts'
import { Sign } from '../../social/parts/sign.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { AudienceDialog } from './audience-dialog.tsx'
import { type Draft, NEW_PLACE, NEW_POLL } from './draft.ts'
import { focusSoon } from './focus-soon.ts'
import { filesIn, KINDS } from './files-in.ts'

type AddsProps = {
  draft: Draft
  change: (to: Partial<Draft>) => void
  take: (files: readonly File[]) => void
  audience: Audience
  setAudience: (audience: Audience) => void
}

/** What can be put beside the text, and who is to see it all. */
export function Adds({ draft: { poll, place }, change, take, audience, setAudience }: AddsProps): JSX.Element {
  const { words } = useThread()
  const [isChoosing, choose] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={KINDS}
        onChange={({ currentTarget }) => {
          take(filesIn(currentTarget))
          currentTarget.value = ''
        }}
      />
      <button type="button" class="quiet" onClick={() => picker.current?.click()}>
        <Sign name="photo" />
        <span>{words.say('compose.photo')}</span>
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={poll !== null}
        onClick={({ currentTarget }) => {
          change({ poll: poll === null ? NEW_POLL : null })
          if (poll === null) focusSoon(currentTarget, '.choice-row input')
        }}
      >
        <Sign name="poll" />
        <span>{words.say('poll.label')}</span>
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={place !== null}
        onClick={({ currentTarget }) => {
          change({ place: place === null ? NEW_PLACE : null })
          if (place === null) focusSoon(currentTarget, '[part=place-box] input')
        }}
      >
        <Sign name="place" />
        <span>{words.say('place.label')}</span>
      </button>
      <button
        type="button"
        class="quiet to-whom"
        part="audience"
        aria-haspopup="dialog"
        aria-label={words.say('whom.is', { audience: words.say(`audience.${audience.to}`) })}
        onClick={() => choose(true)}
      >
        <Sign name={audience.to === 'public' || audience.to === 'followers' ? audience.to : 'limited'} />
        {words.say(`audience.${audience.to}`)}
      </button>
      {isChoosing && <AudienceDialog first={audience} choose={setAudience} close={() => choose(false)} />}
    </>
  )
}
