import type { Problem } from '@palaver/client'
import type { JSX } from 'preact'
import { Sign } from '../../social/parts/sign.tsx'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { LinkCard } from '../post/link-card.tsx'
import type { Draft } from './draft.ts'
import { focusSoon } from './focus-soon.ts'
import { PhotosBox } from './photos-box.tsx'
import { PlaceBox } from './place-box.tsx'
import { PollBox } from './poll-box.tsx'
import type { useLink } from './use-link.ts'
import type { Uploads } from './use-uploads.ts'

type AddedProps = {
  draft: Draft
  change: (to: Partial<Draft>) => void
  uploads: Uploads
  found: ReturnType<typeof useLink>
  problem: Problem | null
}

/** What a post will have besides its text, and what speaks against it. */
export function Added({ draft: { poll, place }, change, uploads, found, problem }: AddedProps): JSX.Element {
  const { words } = useThread()
  const leave =
    (to: Partial<Draft>) =>
    ({ currentTarget }: { currentTarget: Element }): void => {
      change(to)
      focusSoon(currentTarget, 'textarea')
    }
  return (
    <>
      <PhotosBox uploads={uploads} />
      {poll !== null && <PollBox poll={poll} change={(now) => change({ poll: now })} remove={leave({ poll: null })} />}
      {place !== null && (
        <PlaceBox place={place} change={(now) => change({ place: now })} remove={leave({ place: null })} />
      )}
      {found.link !== null && (
        <div class="previewed">
          <LinkCard link={found.link} />
          <button
            type="button"
            class="quiet square leave"
            aria-label={words.say('compose.noPreview')}
            onClick={({ currentTarget }) => {
              found.remove()
              focusSoon(currentTarget, 'textarea')
            }}
          >
            <Sign name="close" />
          </button>
        </div>
      )}
      {problem !== null && <ProblemLine problem={problem} />}
    </>
  )
}
