import '../i18n/en-later.ts'
import '../i18n/social/en-later.ts'
import { block, mute } from '@palaver/client/people'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { palaverOf } from '../acts/client.ts'
import { dropFollower } from '../social/api.ts'
import type { Person, You } from '../social/model.ts'
import { type Item, Menu } from '../social/parts/menu.tsx'
import { Sign } from '../social/parts/sign.tsx'
import { Sure } from '../social/parts/sure.tsx'
import { type Doing, useDoing } from '../social/use-doing.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { usePiece, useThread } from '../thread/parts/use-thread.ts'
import { CirclesDialog } from './circles-dialog.tsx'
import { MuteDialog } from './mute-dialog.tsx'

type PersonMenuProps = { person: Person; set: (person: Person) => void }

/** Which circles somebody is in, and how little one wants to hear of them. */
export function PersonMenu({ person, set }: PersonMenuProps): JSX.Element | null {
  const me = usePiece((state) => state.me)
  const { you } = person
  if (me === null || you === null) return null
  return <Offered person={person} you={you} change={(to) => set({ ...person, you: { ...you, ...to } })} />
}

type Asked = 'circles' | 'mute' | 'block' | null
type OfferedProps = { person: Person; you: You; change: (to: Partial<You>) => void }

function Offered({ person, you, change }: OfferedProps): JSX.Element {
  const { store, words } = useThread()
  const [asked, ask] = useState<Asked>(null)
  const { problem, go } = useDoing()
  const { id, name } = person
  const items = useItems({ person, you, change }, { go, ask })
  const close = (): void => ask(null)
  return (
    <>
      <Menu label={words.say('person.more', { name })} items={() => items.all} class="plain square">
        <Sign name="more" />
      </Menu>
      {you.isBlocked && (
        <p class="notice">
          <span>{words.say('block.done', { name })}</span>
          <button type="button" class="link" onClick={items.unblock}>
            {words.say('block.undo', { name })}
          </button>
        </p>
      )}
      {problem !== null && <ProblemLine problem={problem} />}
      {asked === 'circles' && (
        <CirclesDialog person={person} set={(circles) => change({ circles: [...circles] })} close={close} />
      )}
      {asked === 'mute' && <MuteDialog person={person} muted={() => change({ isMuted: true })} close={close} />}
      {asked === 'block' && (
        <Sure
          question={words.say('block.sure', { name })}
          hint={words.say('block.hint')}
          yes={words.say('block.yes')}
          act={async () => {
            await block(palaverOf(store), { person: id })
            change({ isBlocked: true, follows: null, followsYou: false, circles: [] })
          }}
          close={close}
        />
      )}
    </>
  )
}

type Ways = { go: Doing['go']; ask: (what: Asked) => void }

function useItems(
  { person: { id, name }, you, change }: OfferedProps,
  { go, ask }: Ways,
): { all: Item[]; unblock: () => void } {
  const { store, words } = useThread()
  const undo = (what: typeof mute, to: Partial<You>) => async (): Promise<void> => {
    await what(palaverOf(store), { person: id, on: false })
    change(to)
  }
  const drop = async (): Promise<void> => {
    await dropFollower(store, id)
    change({ followsYou: false })
  }
  const hear = (): void => void go(undo(mute, { isMuted: false }), words.say('act.unmuted', { name }))
  const unblock = (): void => void go(undo(block, { isBlocked: false }), words.say('block.undone', { name }))
  const all = [
    !you.isBlocked && { label: words.say('circle.choose'), choose: () => ask('circles') },
    you.followsYou && {
      label: words.say('person.dropFollower', { name }),
      choose: () => void go(drop, words.say('person.followerDropped', { name })),
    },
    you.isMuted
      ? { label: words.say('act.unmute', { name }), choose: hear }
      : { label: words.say('act.mute', { name }), choose: () => ask('mute') },
    you.isBlocked
      ? { label: words.say('block.undo', { name }), choose: unblock }
      : { label: words.say('block.do', { name }), isDanger: true, choose: () => ask('block') },
  ].filter((item) => item !== false)
  return { all, unblock }
}
