import type { Field, Profile } from '../../social/model.ts'

/** Every field that the org has, in its order: with what was said there, or to be filled in. */
export const offered = ({ offers, fields }: Pick<Profile, 'offers' | 'fields'>): Field[] =>
  offers.map(({ name, label }) => ({
    value: '',
    to: 'everyone',
    ...fields.find((field) => field.name === name),
    name,
    label,
  }))
