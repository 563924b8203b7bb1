import '../i18n/en-later.ts'
import { level, setLevel } from '@palaver/client/notifications'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { threadOf } from '../acts/client.ts'
import { problemIn } from '../acts/problem-in.ts'
import { Sign } from '../bell/parts/sign.tsx'
import { useStyle } from '../style/adopt.ts'
import css from '../style/follow.css?inline'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'

type Chosen = Awaited<ReturnType<typeof level>>['level']

const LEVELS: readonly Chosen[] = ['watching', 'participating', 'mentions', 'muted']

/** How much somebody wants to hear of this discussion. Nobody is asked before there is one; guests hear of nothing. */
export function Follow(): JSX.Element | null {
  const { store, words } = useThread()
  const me = usePiece(({ me: reader }) => (reader?.kind === 'person' ? reader.id : null))
  const discussion = usePiece((state) => state.discussion?.id ?? null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useEffect(() => {
    setChosen(null)
    if (me === null || discussion === null) return undefined
    const leaving = new AbortController()
    level(threadOf(store), { signal: leaving.signal }).then(
      (found) => setChosen(found.level),
      // Without an answer there is nothing to choose.
      () => {},
    )
    return () => leaving.abort()
  }, [me, discussion])
  const label = useRef<HTMLLabelElement>(null)
  useStyle(label, css)
  const choose = async (wanted: Chosen): Promise<void> => {
    setChosen(wanted)
    try {
      await setLevel(threadOf(store), wanted)
    } catch (error) {
      setChosen(chosen)
      store.set({ notice: problemIn(error) })
    }
  }
  if (chosen === null) return null
  return (
    <label class="order follow" ref={label}>
      <span>{words.say('follow.label')}</span>
      <Sign name="bell" />
      <select part="follow" value={chosen} onChange={({ currentTarget }) => void choose(currentTarget.value as Chosen)}>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {words.say(`follow.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
