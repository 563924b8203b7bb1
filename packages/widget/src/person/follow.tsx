import type { JSX } from 'preact'
import { setFollowing } from '../social/api.ts'
import type { Person, You } from '../social/model.ts'
import { useDoing } from '../social/use-doing.ts'
import { ProblemLine } from '../thread/parts/problem-line.tsx'
import { useThread } from '../thread/parts/use-thread.ts'

type FollowProps = { person: Person; set: (person: Person) => void }

/** Follows somebody, asks where they are private, and stops. */
export function Follow({ person, set }: FollowProps): JSX.Element | null {
  const { store, words } = useThread()
  const { isBusy, problem, go } = useDoing()
  const { you, name } = person
  if (you?.isBlocked === true) return null
  const state = you?.follows ?? null
  const press = (): Promise<boolean> =>
    go(async () => {
      const { state: now } = await setFollowing(store, person.id, state === null)
      set(withFollow(person, now))
    })
  return (
    <>
      <button
        type="button"
        class={`follow-button ${state === null ? 'primary' : 'plain'}`}
        part="follow"
        aria-pressed={state !== null}
        aria-busy={isBusy}
        aria-label={words.say(`follows.${state ?? 'no'}`, { name })}
        onClick={() => void press()}
      >
        {words.say(`following.${state ?? 'no'}`)}
      </button>
      {problem !== null && <ProblemLine problem={problem} />}
    </>
  )
}

/** Numbers follow a moment later: the reader's own counts at once. */
export function withFollow(person: Person, follows: You['follows']): Person {
  const { you, numbers } = person
  if (you === null) return person
  const step = Number(follows === 'follows') - Number(you.follows === 'follows')
  return {
    ...person,
    numbers: { ...numbers, followers: Math.max(0, numbers.followers + step) },
    you: { ...you, follows },
  }
}
