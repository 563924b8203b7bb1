import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Sign } from '../../social/parts/sign.tsx'
import { useThread } from '../../thread/parts/use-thread.ts'
import type { PlaceDraft } from './draft.ts'

const COARSE = { exactly: null, street: 3, quarter: 2, town: 1 } as const
type Coarse = keyof typeof COARSE

type PlaceBoxProps = {
  place: PlaceDraft
  change: (place: PlaceDraft) => void
  remove: (event: { currentTarget: Element }) => void
}

/** Where one is. The browser is asked only by whoever presses the button for it. */
export function PlaceBox({ place, change, remove }: PlaceBoxProps): JSX.Element {
  const { words } = useThread()
  const [asking, setAsking] = useState<'no' | 'yes' | 'refused'>('no')
  const { name, latitude, longitude } = place
  const write = (field: keyof PlaceDraft) => (event: { currentTarget: { value: string } }) =>
    change({ ...place, [field]: event.currentTarget.value })
  const ask = (): void => {
    setAsking('yes')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking('no')
        change({ ...place, latitude: coords.latitude.toFixed(5), longitude: coords.longitude.toFixed(5) })
      },
      () => setAsking('refused'),
    )
  }
  return (
    <fieldset class="add-box" part="place-box">
      <legend>{words.say('place.label')}</legend>
      <button type="button" class="quiet square leave" aria-label={words.say('place.remove')} onClick={remove}>
        <Sign name="close" />
      </button>
      <label class="field">
        {words.say('place.name')}
        <input dir="auto" maxLength={200} value={name} onInput={write('name')} />
      </label>
      <div class="add-row">
        <label class="field">
          {words.say('place.latitude')}
          <input inputMode="decimal" dir="ltr" placeholder="48.208" value={latitude} onInput={write('latitude')} />
        </label>
        <label class="field">
          {words.say('place.longitude')}
          <input inputMode="decimal" dir="ltr" placeholder="16.373" value={longitude} onInput={write('longitude')} />
        </label>
      </div>
      <div class="add-row">
        <button type="button" class="plain" aria-busy={asking === 'yes'} onClick={ask}>
          <Sign name="place" />
          {words.say('place.here')}
        </button>
        <Coarseness place={place} change={change} />
      </div>
      {asking === 'refused' && (
        <p class="problem" role="alert">
          {words.say('place.refused')}
        </p>
      )}
    </fieldset>
  )
}

function Coarseness({ place, change }: Omit<PlaceBoxProps, 'remove'>): JSX.Element {
  const { words } = useThread()
  const { coarse } = place
  return (
    <label class="order">
      <span>{words.say('place.coarse')}</span>
      <select
        value={Object.entries(COARSE).find(([, digits]) => digits === coarse)?.[0] ?? 'street'}
        onChange={({ currentTarget }) => change({ ...place, coarse: COARSE[currentTarget.value as Coarse] })}
      >
        {Object.keys(COARSE).map((one) => (
          <option key={one} value={one}>
            {words.say(`coarse.${one as Coarse}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
