import type { JSX } from 'preact'
import type { Place as PlaceOf } from '../../social/model.ts'
import { Sign } from '../../social/parts/sign.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'

const DIGITS = 5

/** Where somebody was. No map is asked for it: those would learn who reads this. */
export function Place({ place: { name, latitude, longitude } }: { place: PlaceOf }): JSX.Element {
  const { words } = useThread()
  const degrees = (value: number): string => `${words.number(Number(Math.abs(value).toFixed(DIGITS)))}°`
  const north = words.say(latitude < 0 ? 'place.south' : 'place.north', { degrees: degrees(latitude) })
  const east = words.say(longitude < 0 ? 'place.west' : 'place.east', { degrees: degrees(longitude) })
  return (
    <p class="post-place" part="place">
      <Sign name="place" />
      <bdi class="place-name">{name}</bdi>
      <bdi class="place-at">
        {north}, {east}
      </bdi>
    </p>
  )
}
