import '../i18n/en-later.ts'
import '../i18n/social/en-later.ts'
import type { JSX } from 'preact'
import { dropFollower, listOf, setFollowing } from '../social/api.ts'
import type { Brief, Person } from '../social/model.ts'
import { Dialog } from '../social/parts/dialog.tsx'
import { useDoing } from '../social/use-doing.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'
import { PeopleList } from './people-list.tsx'

type ListDialogProps = { person: Person; list: 'followers' | 'following'; isMe: boolean; close: () => void }

/** Who follows somebody, or whom they follow: as far as they let it be seen. */
export function ListDialog({ person, list, isMe, close }: ListDialogProps): JSX.Element {
  const { store, words } = useThread()
  return (
    <Dialog title={words.say(`list.${list}`, { name: person.name })} close={close}>
      <PeopleList
        read={(cursor) => listOf(store, person.id, { list, cursor })}
        briefOf={(one: Brief) => one}
        none={words.say('list.none')}
        acts={(one, gone) => isMe && <Drop one={one} list={list} gone={gone} />}
      />
    </Dialog>
  )
}

type DropProps = { one: Brief; list: ListDialogProps['list']; gone: () => void }

function Drop({ one: { id, name }, list, gone }: DropProps): JSX.Element {
  const { store, words } = useThread()
  const { isBusy, problem, go } = useDoing()
  const isFollower = list === 'followers'
  const drop = async (): Promise<void> => {
    if (isFollower) await dropFollower(store, id)
    else await setFollowing(store, id, false)
    gone()
  }
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-busy={isBusy}
        aria-label={words.say(isFollower ? 'people.remove' : 'list.unfollowOf', { name })}
        onClick={() => void go(drop)}
      >
        {words.say(isFollower ? 'list.remove' : 'list.unfollow')}
      </button>
      {problem !== null && <ProblemLine problem={problem} />}
    </>
  )
}
