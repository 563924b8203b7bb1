import { block, blocked, mute, muted } from '@palaver/client/people'
import type { JSX } from 'preact'
import { palaverOf } from '../../acts/client.ts'
import type { Brief } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { PeopleList } from '../people-list.tsx'

type AwayDialogProps = { what: 'mutes' | 'blocks'; close: () => void }
type Related = Pick<Brief, 'id' | 'avatar'> & { name: string | null }

const briefOf = ({ id, name, avatar }: Related): Brief => ({ id, name: name ?? '', avatar, isPrivate: false })

/** Whom the reader keeps away, and the way back. */
export function AwayDialog({ what, close }: AwayDialogProps): JSX.Element {
  const { store, words } = useThread()
  const list = what === 'mutes' ? muted : blocked
  return (
    <Dialog title={words.say(`away.${what}`)} close={close}>
      <PeopleList
        read={(cursor) => list(palaverOf(store)).page(cursor)}
        briefOf={briefOf}
        none={words.say('away.none')}
        acts={(one, gone) => <Back what={what} one={one} gone={gone} />}
      />
    </Dialog>
  )
}

type BackProps = { what: AwayDialogProps['what']; one: Related; gone: () => void }

function Back({ what, one, gone }: BackProps): JSX.Element {
  const { store, words } = useThread()
  const { id, name } = briefOf(one)
  const { isBusy, problem, go } = useDoing()
  const [undo, label, said] =
    what === 'mutes' ? ([mute, 'act.unmute', 'act.unmuted'] as const) : ([block, 'block.undo', 'block.undone'] as const)
  const press = async (): Promise<void> => {
    const send = () => undo(palaverOf(store), { person: id, on: false })
    if (await go(send, words.say(said, { name }))) gone()
  }
  return (
    <>
      <button type="button" class="plain" aria-busy={isBusy} onClick={() => void press()}>
        {words.say(label, { name })}
      </button>
      {problem !== null && <ProblemLine problem={problem} />}
    </>
  )
}
