import type { JSX } from 'preact'
import type { Words } from '../../i18n/words.ts'
import { useAround } from '../around.ts'
import { refusedIn } from '../parts/phases.tsx'
import { Sign } from '../parts/sign.tsx'
import type { Done } from './acts.ts'
import type { Arranging, Told } from './use-arranging.ts'

/** Says what was done, also to who cannot see it, and takes it back. */
export function Toast({ arranging: { told, undo, forget } }: { arranging: Arranging }): JSX.Element {
  const { words } = useAround()
  const said = saidOf(told, words)
  return (
    <div class="toast-place">
      <div class={`toast ${told.kind}`} part="toast">
        <span role="status" class="toast-said">
          {said}
        </span>
        {told.kind === 'done' && (
          <button type="button" class="link undo" onClick={() => void undo()}>
            {words.say('bell.undo')}
          </button>
        )}
        {said !== '' && (
          <button type="button" class="quiet square" aria-label={words.say('act.close')} onClick={forget}>
            <Sign name="close" />
          </button>
        )}
      </div>
    </div>
  )
}

function saidOf(told: Told, words: Words): string {
  switch (told.kind) {
    case 'nothing':
      return ''
    case 'refused':
      return refusedIn(told.problem, words)
    case 'done':
      return doneIn(told.done, words)
    case 'undone': {
      const { topic, isPartly = false } = told.done
      return words.say(isPartly ? 'done.back' : 'done.undone', { name: topic.name })
    }
  }
}

const doneIn = ({ said, topic, to = '' }: Done, words: Words): string =>
  said === 'merged'
    ? words.say('done.merged', { name: topic.name, to })
    : words.say(`done.${said}`, { name: topic.name })
