import type { JSX, RefObject } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { useAround } from '../around.ts'
import type { Topic } from '../model.ts'
import { Trouble } from '../parts/phases.tsx'
import { Sign } from '../parts/sign.tsx'
import { NothingFound, Options } from './options.tsx'
import { type Combo, useCombobox } from './use-combobox.ts'

export type ComboboxProps = {
  label: string
  chosen: Pick<Topic, 'id' | 'name'> | null
  choose: (topic: Topic | null) => void
  /** Those that cannot be meant. */
  isOut?: (topic: Topic) => boolean
  input?: RefObject<HTMLInputElement | null>
  isRequired?: boolean
}

/** A box in which a topic is found by typing; the focus stays in it while arrows lead through what was found. */
export function Combobox(props: ComboboxProps): JSX.Element {
  const { label, chosen, choose } = props
  const { words } = useAround()
  const own = useRef<HTMLInputElement>(null)
  const input = props.input ?? own
  const id = useId()
  const combo = useCombobox(props)
  const { options, isOpen, problem } = combo
  const clear = (): void => {
    choose(null)
    combo.close()
    input.current?.focus()
  }
  return (
    <div class="combo">
      <label class="field">
        <span>{label}</span>
        <Box {...props} input={input} id={id} combo={combo} />
      </label>
      {chosen !== null && (
        <button type="button" class="quiet square clear" aria-label={words.say('topics.clear')} onClick={clear}>
          <Sign name="close" />
        </button>
      )}
      <span class="unseen" role="status">
        {isOpen && (options.length === 0 ? words.say('topics.none') : words.count('topics.found', options.length))}
      </span>
      {problem !== null && combo.typed !== null && <Trouble problem={problem} />}
      {isOpen && options.length === 0 && <NothingFound anchor={input.current} />}
      {isOpen && options.length > 0 && <Options id={id} label={label} combo={combo} anchor={input.current} />}
    </div>
  )
}

type BoxProps = ComboboxProps & { id: string; combo: Combo }

function Box({ input, id, combo, chosen, isRequired = false }: BoxProps): JSX.Element {
  const { words } = useAround()
  const hasList = combo.isOpen && combo.options.length > 0
  return (
    <input
      ref={input ?? null}
      part="picker"
      role="combobox"
      autocomplete="off"
      spellcheck={false}
      dir="auto"
      placeholder={words.say('topics.pickHint')}
      aria-autocomplete="list"
      aria-expanded={hasList}
      aria-controls={hasList ? `${id}-list` : undefined}
      aria-activedescendant={hasList && combo.at >= 0 ? `${id}-${combo.at}` : undefined}
      aria-required={isRequired}
      value={combo.typed ?? chosen?.name ?? ''}
      onInput={({ currentTarget: { value } }) => combo.type(value)}
      onKeyDown={combo.press}
      onBlur={combo.close}
    />
  )
}
