import type { JSX } from 'preact'

type ChoiceProps<T extends string> = {
  name: string
  label: string
  /** Not seen where the title above says the same. */
  isLabelSeen?: boolean
  options: readonly { value: T; text: string }[]
  chosen: T | null
  choose: (value: T) => void
}

/** One of several, all in sight. */
export function Choice<T extends string>({
  name,
  label,
  isLabelSeen = true,
  options,
  chosen,
  choose,
}: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="choice">
      <legend class={isLabelSeen ? '' : 'unseen'}>{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            required
            checked={chosen === value}
            onChange={() => choose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
