import '../../i18n/en-later.ts'
import '../../i18n/topics/en.ts'
import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemIn } from '../../acts/problem-in.ts'
import { topicNamed } from '../api.ts'
import { tellProblem, useAround } from '../around.ts'
import { addressOf, tellOf } from '../links.ts'
import type { Topic } from '../model.ts'
import { Combobox } from './combobox.tsx'
import { formPart } from './form-part.ts'

/** Chooses a topic: for the page by an event, for a form as the value of the element. */
export function Picker(): JSX.Element {
  const { desk, options, words } = useAround()
  const [chosen, setChosen] = useState<Topic | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const form = formPart(desk.host)
  // Each time it is asked for counts, also for the same one: something else may have been chosen since.
  const [asked, setAsked] = useState({ id: options.topic })
  const ask = (id: string | null): void => setAsked({ id })
  useEffect(() => ask(options.topic), [options.topic])
  useEffect(() => form.listen({ set: ask, reset: () => ask(options.topic) }))
  useEffect(() => {
    let isWanted = true
    const show = (topic: Topic | null): void => {
      if (isWanted) setChosen(topic)
    }
    topicNamed(desk, { ...options, topic: asked.id }).then(
      (page) => show(page?.topic ?? null),
      (error: unknown) => tellProblem(desk, problemIn(error)),
    )
    return () => {
      isWanted = false
    }
  }, [desk, asked, options.path])
  const showForm = (topic: Topic | null): void =>
    form.show({
      value: topic?.id ?? null,
      missing: options.isRequired ? words.say('topics.required') : null,
      at: input.current,
    })
  useLayoutEffect(() => showForm(chosen), [chosen, options.isRequired])
  const choose = (topic: Topic | null): void => {
    setChosen(topic)
    // Before the page is told: whoever hears of it may ask the form.
    showForm(topic)
    if (topic === null) desk.emit('palaver:topic', { id: null, path: null, url: null })
    else tellOf(desk, topic, addressOf(topic, options.href))
  }
  return (
    <Combobox
      label={options.label ?? words.say('topics.pick')}
      chosen={chosen}
      choose={choose}
      input={input}
      isRequired={options.isRequired}
    />
  )
}
