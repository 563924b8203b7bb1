import type { JSX } from 'preact'
import { Sign } from '../../social/parts/sign.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import type { PollDraft } from './draft.ts'
import { focusSoon } from './focus-soon.ts'

const MOST = 10
const CHOICES = '.choice-row input'
const LENGTHS = { hour: 3600, sixHours: 21_600, day: 86_400, threeDays: 259_200, week: 604_800 } as const

type PollBoxProps = {
  poll: PollDraft
  change: (poll: PollDraft) => void
  remove: (event: { currentTarget: Element }) => void
}

/** A question's answers, as they are being written. */
export function PollBox({ poll, change, remove }: PollBoxProps): JSX.Element {
  const { words } = useThread()
  const { choices, isMultiple, seconds } = poll
  return (
    <fieldset class="add-box" part="poll-box">
      <legend>{words.say('poll.label')}</legend>
      <button type="button" class="quiet square leave" aria-label={words.say('poll.remove')} onClick={remove}>
        <Sign name="close" />
      </button>
      <Choices poll={poll} change={change} />
      {choices.length < MOST && (
        <button
          type="button"
          class="link"
          onClick={({ currentTarget }) => {
            change({ ...poll, choices: [...choices, ''] })
            focusSoon(currentTarget, CHOICES, choices.length)
          }}
        >
          {words.say('poll.add')}
        </button>
      )}
      <div class="add-row">
        <label class="check">
          <input
            type="checkbox"
            checked={isMultiple}
            onChange={({ currentTarget }) => change({ ...poll, isMultiple: currentTarget.checked })}
          />
          {words.say('poll.multiple')}
        </label>
        <label class="order">
          <span>{words.say('poll.length')}</span>
          <select
            value={String(seconds)}
            onChange={({ currentTarget }) => change({ ...poll, seconds: Number(currentTarget.value) })}
          >
            {Object.entries(LENGTHS).map(([name, length]) => (
              <option key={name} value={String(length)}>
                {words.say(`lasts.${name as keyof typeof LENGTHS}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}

function Choices({ poll, change }: Omit<PollBoxProps, 'remove'>): JSX.Element {
  const { words } = useThread()
  const { choices } = poll
  const write = (at: number, text: string): void =>
    change({ ...poll, choices: choices.map((one, index) => (index === at ? text : one)) })
  return (
    <>
      {choices.map((choice, at) => (
        // By its place: two may read the same while they are typed.
        <div key={at} class="choice-row">
          <input
            dir="auto"
            maxLength={100}
            aria-label={words.say('poll.choice', { number: at + 1 })}
            placeholder={words.say('poll.choice', { number: at + 1 })}
            value={choice}
            onInput={({ currentTarget }) => write(at, currentTarget.value)}
          />
          {choices.length > 2 && (
            <button
              type="button"
              class="quiet square"
              aria-label={words.say('poll.removeChoice', { number: at + 1 })}
              onClick={({ currentTarget }) => {
                change({ ...poll, choices: choices.filter((_, index) => index !== at) })
                focusSoon(currentTarget, CHOICES, at)
              }}
            >
              <Sign name="close" />
            </button>
          )}
        </div>
      ))}
    </>
  )
}
