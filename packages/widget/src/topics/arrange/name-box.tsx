import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type NameBoxProps = { label: string; first: string; take: (name: string) => Promise<void>; cancel: () => void }

/** A name, written where it stands. Enter takes it and so does turning away; Escape leaves all as it was. */
export function NameBox({ label, first, take, cancel }: NameBoxProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const end = (isTaken: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    const name = input.current?.value.trim() ?? ''
    if (isTaken && name !== '' && name !== first) void take(name)
    else cancel()
  }
  return (
    <input
      ref={input}
      class="name-box"
      part="name-box"
      dir="auto"
      aria-label={label}
      maxLength={255}
      defaultValue={first}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.isComposing) return
        if (event.key === 'Enter') end(true)
        if (event.key === 'Escape') end(false)
      }}
    />
  )
}
