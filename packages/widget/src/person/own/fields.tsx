import type { JSX } from 'preact'
import { CLOSENESS, type Closeness, type Field } from '../../social/model.ts'
import { useThread } from '../../thread/parts/use-thread.ts'

type FieldsProps = { fields: readonly Field[]; set: (fields: readonly Field[]) => void }

/** What else the org lets people say of themselves, each for whom they like. */
export function Fields({ fields, set }: FieldsProps): JSX.Element {
  const { words } = useThread()
  const change = (name: string, to: Partial<Field>): void =>
    set(fields.map((field) => (field.name === name ? { ...field, ...to } : field)))
  return (
    <>
      {fields.map(({ name, label = name, value, to }) => (
        <div key={name} class="add-row">
          <label class="field">
            {label}
            <input
              dir="auto"
              maxLength={200}
              value={value}
              onInput={({ currentTarget }) => change(name, { value: currentTarget.value })}
            />
          </label>
          <Close
            label={words.say('profile.fieldTo', { field: label })}
            value={to}
            set={(now) => change(name, { to: now })}
          />
        </div>
      ))}
    </>
  )
}

type CloseProps = { label: string; value: Closeness; set: (value: Closeness) => void }

/** Who is meant, by how near they are. */
export const Close = ({ label, value, set }: CloseProps): JSX.Element => {
  const { words } = useThread()
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => set(currentTarget.value as Closeness)}>
        {CLOSENESS.map((one) => (
          <option key={one} value={one}>
            {words.say(`close.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
