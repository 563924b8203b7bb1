import { useState } from 'preact/hooks'
import { keep, kept } from '../../social/kept.ts'
import { useThread } from '../../thread/parts/use-thread.ts'

export type PollDraft = { choices: readonly string[]; isMultiple: boolean; seconds: number }
export type PlaceDraft = { name: string; latitude: string; longitude: string; coarse: number | null }

/** A post as far as it is written. Pictures wait elsewhere. */
export type Draft = { text: string; poll: PollDraft | null; place: PlaceDraft | null }

const DAY = 86_400
export const NEW_POLL: PollDraft = { choices: ['', ''], isMultiple: false, seconds: DAY }
export const NEW_PLACE: PlaceDraft = { name: '', latitude: '', longitude: '', coarse: 3 }
const NOTHING: Draft = { text: '', poll: null, place: null }

const isNothing = ({ text, poll, place }: Draft): boolean => text.trim() === '' && poll === null && place === null

/** What was begun is there when one comes back, for each place where one can write by itself. */
export function useDraft(at: string): { draft: Draft; change: (to: Partial<Draft>) => void; clear: () => void } {
  const { store } = useThread()
  const [draft, setDraft] = useState<Draft>(() => ({ ...NOTHING, ...kept<Draft>(store, ['post', at]) }))
  const set = (now: Draft): void => {
    setDraft(now)
    keep(store, ['post', at], isNothing(now) ? null : now)
  }
  return { draft, change: (to) => set({ ...draft, ...to }), clear: () => set(NOTHING) }
}

/** Whether nothing is missing in what was begun besides the text. */
export const isWhole = ({ poll, place }: Draft): boolean =>
  (poll === null || pollIn(poll) !== null) && (place === null || placeIn(place) !== null)

/** What of it can be sent: null where something is missing. */
export const pollIn = ({ choices, isMultiple, seconds }: PollDraft) => {
  const named = [...new Set(choices.map((one) => one.trim()).filter((one) => one !== ''))]
  return named.length < 2 ? null : { choices: named, isMultiple, seconds }
}

export function placeIn({ name, latitude, longitude, coarse }: PlaceDraft) {
  const [north, east] = [degreesIn(latitude, 90), degreesIn(longitude, 180)]
  if (name.trim() === '' || north === null || east === null) return null
  return { name: name.trim(), latitude: north, longitude: east, ...(coarse === null ? {} : { coarse }) }
}

function degreesIn(text: string, most: number): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(value) || Math.abs(value) > most ? null : value
}
