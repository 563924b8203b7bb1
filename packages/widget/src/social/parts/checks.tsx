import type { JSX } from 'preact'

type ChecksProps = {
  label: string
  options: readonly { id: string; name: string; hint?: string }[]
  chosen: readonly string[]
  choose: (chosen: readonly string[], which: { id: string; on: boolean }) => void
}

/** Any of several, all in sight. */
export function Checks({ label, options, chosen, choose }: ChecksProps): JSX.Element {
  const toggle = (id: string, on: boolean): void =>
    choose(on ? [...chosen, id] : chosen.filter((one) => one !== id), { id, on })
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      {options.map(({ id, name, hint }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
          />
          <bdi>{name}</bdi>
          {hint !== undefined && <span class="hint">{hint}</span>}
        </label>
      ))}
    </fieldset>
  )
}
