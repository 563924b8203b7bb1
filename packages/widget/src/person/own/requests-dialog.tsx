import type { JSX } from 'preact'
import { answerRequest, requestsOf } from '../../social/api.ts'
import type { Requests } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { PeopleList } from '../people-list.tsx'

type Request = Requests['people'][number]

/** Who asks to follow the reader. */
export function RequestsDialog({ close }: { close: () => void }): JSX.Element {
  const { store, words } = useThread()
  return (
    <Dialog title={words.say('requests.label')} close={close}>
      <PeopleList
        read={(cursor) => requestsOf(store, cursor)}
        briefOf={({ person }: Request) => person}
        none={words.say('requests.none')}
        acts={(one, gone) => <Answers one={one} gone={gone} />}
      />
    </Dialog>
  )
}

function Answers({ one: { person }, gone }: { one: Request; gone: () => void }): JSX.Element {
  const { store, words } = useThread()
  const { isBusy, problem, go } = useDoing()
  const { name } = person
  const answer = async (lets: boolean): Promise<void> => {
    const said = words.say(lets ? 'requests.accepted' : 'requests.declined', { name })
    if (await go(() => answerRequest(store, person.id, lets), said)) gone()
  }
  return (
    <span class="row-acts">
      {([true, false] as const).map((lets) => (
        <button
          key={String(lets)}
          type="button"
          class={lets ? 'primary' : 'plain'}
          aria-busy={isBusy}
          aria-label={words.say(lets ? 'requests.acceptOf' : 'requests.declineOf', { name })}
          onClick={() => void answer(lets)}
        >
          {words.say(lets ? 'requests.accept' : 'requests.decline')}
        </button>
      ))}
      {problem !== null && <ProblemLine problem={problem} />}
    </span>
  )
}
