import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { mutedWords, setMutedWords } from '../../social/api.ts'
import type { MutedWord } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { WhenRead } from '../../social/parts/phases.tsx'
import { Sign } from '../../social/parts/sign.tsx'
import { stayNear } from '../../social/parts/stay-near.ts'
import { useDoing } from '../../social/use-doing.ts'
import { useRead } from '../../social/use-read.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { type Length, NAMES, untilOf } from '../mute-dialog.tsx'

/** Words that the reader does not want to meet. */
export function WordsDialog({ close }: { close: () => void }): JSX.Element {
  const { store, words } = useThread()
  const reading = useRead(() => mutedWords(store), [])
  const { problem, go } = useDoing()
  const save = (all: readonly MutedWord[]): Promise<boolean> =>
    go(async () => {
      await setMutedWords(store, all)
      reading.set(all)
    }, words.say('mutedwords.saved'))
  return (
    <Dialog title={words.say('mutedwords.label')} close={close}>
      <p class="hint">{words.say('mutedwords.hint')}</p>
      <WhenRead of={reading}>
        {(all) => (
          <>
            <ul class="chips" role="list" tabIndex={-1}>
              {all.map((one) => (
                <li key={one.word} class="chip">
                  <bdi>{one.word}</bdi>
                  {one.until !== null && (
                    <span class="hint">{words.say('mutedwords.until', { time: words.date(one.until) })}</span>
                  )}
                  <button
                    type="button"
                    class="quiet square"
                    aria-label={words.say('mutedwords.remove', { word: one.word })}
                    onClick={({ currentTarget }) => {
                      const goOn = stayNear(currentTarget)
                      void save(all.filter((other) => other !== one)).then(goOn)
                    }}
                  >
                    <Sign name="close" />
                  </button>
                </li>
              ))}
            </ul>
            <NewWord add={(fresh) => save([...all.filter(({ word }) => word !== fresh.word), fresh])} />
          </>
        )}
      </WhenRead>
      {problem !== null && <ProblemLine problem={problem} />}
    </Dialog>
  )
}

function NewWord({ add }: { add: (fresh: MutedWord) => Promise<boolean> }): JSX.Element {
  const { words } = useThread()
  const [word, setWord] = useState('')
  const [length, choose] = useState<Length>('forever')
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await add({ word: word.trim(), until: untilOf(length) })) setWord('')
  }
  return (
    <form class="one-line" onSubmit={(event) => void send(event)}>
      <input
        dir="auto"
        maxLength={100}
        aria-label={words.say('mutedwords.new')}
        placeholder={words.say('mutedwords.new')}
        value={word}
        onInput={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <select
        aria-label={words.say('mute.length')}
        value={length}
        onChange={({ currentTarget }) => choose(currentTarget.value as Length)}
      >
        {NAMES.map((one) => (
          <option key={one} value={one}>
            {words.say(`mute.${one}`)}
          </option>
        ))}
      </select>
      <button type="submit" class="plain" disabled={word.trim() === ''}>
        {words.say('mutedwords.add')}
      </button>
    </form>
  )
}
