import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { changeProfile, profileOf } from '../../social/api.ts'
import type { Profile, ProfileChange } from '../../social/model.ts'
import { Dialog } from '../../social/parts/dialog.tsx'
import { WhenRead } from '../../social/parts/phases.tsx'
import { useDoing } from '../../social/use-doing.ts'
import { useRead } from '../../social/use-read.ts'
import { ProblemLine } from '../../thread/parts/problem-line.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import { Close, Fields } from './fields.tsx'
import { offered } from './offered.ts'
import { Picture } from './picture.tsx'

type ProfileDialogProps = { saved: () => void; close: () => void }

/** What one says of oneself, and how one wants to be met. */
export function ProfileDialog({ saved, close }: ProfileDialogProps): JSX.Element {
  const { store, words } = useThread()
  const reading = useRead(() => profileOf(store), [])
  return (
    <Dialog title={words.say('profile.edit')} close={close}>
      <WhenRead of={reading} shapes={3}>
        {(profile) => <ProfileForm first={profile} saved={saved} />}
      </WhenRead>
    </Dialog>
  )
}

type Written = { now: Profile; links: string }
type Parts = { now: Profile; change: (to: Partial<Profile>) => void }

/** What is not another one is not sent: the host may tell of a new name or picture tomorrow. */
function changeIn(first: Profile, { now, links }: Written): ProfileChange {
  const { name, bio, isPrivate, wall, reviewsWall, lists, picture } = now
  const filled = now.fields.filter(({ value }) => value.trim() !== '')
  return {
    ...(name === first.name ? {} : { name: name.trim() }),
    ...(picture === first.picture ? {} : { picture }),
    bio,
    links: links.split(/\s+/).filter((one) => one !== ''),
    fields: filled.map(({ name: of, value, to }) => ({ name: of, value, to })),
    isPrivate,
    wall,
    reviewsWall,
    lists,
  }
}

function ProfileForm({ first, saved }: { first: Profile; saved: () => void }): JSX.Element {
  const { store, words } = useThread()
  const [now, setNow] = useState<Profile>({ ...first, fields: offered(first) })
  const [links, setLinks] = useState(first.links.join('\n'))
  const { isBusy, problem, go } = useDoing()
  const change = (to: Partial<Profile>): void => setNow({ ...now, ...to })
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await go(() => changeProfile(store, changeIn(first, { now, links })), words.say('profile.saved'))) saved()
  }
  return (
    <form class="profile" onSubmit={(event) => void send(event)}>
      <Picture now={now} change={change} />
      <AboutOneself now={now} change={change} />
      <label class="field">
        {words.say('profile.links')}
        <textarea
          rows={2}
          dir="ltr"
          placeholder="https://"
          value={links}
          onInput={({ currentTarget }) => setLinks(currentTarget.value)}
        />
      </label>
      <Fields fields={now.fields} set={(fields) => change({ fields: [...fields] })} />
      <HowToBeMet now={now} change={change} />
      {problem !== null && <ProblemLine problem={problem} />}
      <div class="answers">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {words.say('act.save')}
        </button>
      </div>
    </form>
  )
}

function AboutOneself({ now, change }: Parts): JSX.Element {
  const { words } = useThread()
  return (
    <>
      <label class="field">
        {words.say('profile.name')}
        <input
          required
          dir="auto"
          maxLength={60}
          autocomplete="nickname"
          value={now.name}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      </label>
      <label class="field">
        {words.say('profile.bio')}
        <textarea
          rows={3}
          dir="auto"
          maxLength={2000}
          value={now.bio}
          onInput={({ currentTarget }) => change({ bio: currentTarget.value })}
        />
      </label>
    </>
  )
}

function HowToBeMet({ now, change }: Parts): JSX.Element {
  const { words } = useThread()
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={now.isPrivate}
          onChange={({ currentTarget }) => change({ isPrivate: currentTarget.checked })}
        />
        <span>
          {words.say('profile.private')}
          <span class="hint">{words.say('profile.privateHint')}</span>
        </span>
      </label>
      <Close label={words.say('profile.wall')} value={now.wall} set={(wall) => change({ wall })} />
      <label class="check">
        <input
          type="checkbox"
          checked={now.reviewsWall}
          onChange={({ currentTarget }) => change({ reviewsWall: currentTarget.checked })}
        />
        {words.say('profile.reviews')}
      </label>
      <Close label={words.say('profile.lists')} value={now.lists} set={(lists) => change({ lists })} />
    </>
  )
}
