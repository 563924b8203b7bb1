import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useFloating } from '../../style/float.ts'
import { useAround } from '../around.ts'
import { Face } from '../parts/face.tsx'
import type { Combo } from './use-combobox.ts'

type OptionsProps = { id: string; label: string; combo: Combo; anchor: Element | null }

/** What was found, each with the way to it: names alone are often the same. */
export function Options({ id, label, combo: { options, at, take }, anchor }: OptionsProps): JSX.Element {
  const list = useRef<HTMLUListElement>(null)
  useFloating(list, { anchor, align: 'start' })
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <ul ref={list} id={`${id}-list`} class="found" part="found" popover="manual" role="listbox" aria-label={label}>
      {options.map((topic, index) => (
        <li
          key={topic.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // Pressed and not clicked: the box must not lose the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            take(topic)
          }}
        >
          <Face {...topic} />
          <span class="hit">
            <bdi class="hit-name">{topic.name}</bdi>
            <span class="hit-way">
              {(topic.breadcrumb ?? []).map(({ id: step, name }) => (
                <span key={step}>
                  <bdi>{name}</bdi>
                </span>
              ))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** For who sees it; others are told in words beside it. */
export function NothingFound({ anchor }: { anchor: Element | null }): JSX.Element {
  const { words } = useAround()
  const box = useRef<HTMLDivElement>(null)
  useFloating(box, { anchor, align: 'start' })
  return (
    <div ref={box} class="found none" aria-hidden="true" popover="manual">
      {words.say('topics.none')}
    </div>
  )
}
