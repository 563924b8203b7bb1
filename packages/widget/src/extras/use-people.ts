import { useEffect, useState } from 'preact/hooks'
import type { Palaver } from '@palaver/client'
import { find } from '@palaver/client/people'
import { pictureAt } from '../thread/state/picture-addresses.ts'

export type Found = Awaited<ReturnType<typeof find>>

const PAUSE_MS = 150
const MOST = 6
const NOBODY: Found = []

const withPicture = ({ url }: Palaver, person: Found[number]): Found[number] => ({
  ...person,
  avatar: person.avatar === null ? null : pictureAt(url, person.avatar),
})

/** Who is meant by what was typed so far. One question at a time: while somebody types on, the one before is dropped. */
export function usePeople(palaver: Palaver, prefix: string | null): Found {
  const [people, setPeople] = useState<Found>(NOBODY)
  useEffect(() => {
    if (prefix === null) {
      setPeople(NOBODY)
      return undefined
    }
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      find(palaver, { prefix, limit: MOST }, { signal: leaving.signal }).then(
        (found) => setPeople(found.filter(({ handle }) => handle !== '').map((person) => withPicture(palaver, person))),
        // Without an answer there is nothing to choose from, and the name can be typed all the same.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [palaver, prefix])
  return prefix === null ? NOBODY : people
}
