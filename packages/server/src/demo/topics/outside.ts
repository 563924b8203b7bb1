import type { SampleTopic } from './sample.ts'

const FURNITURE: SampleTopic = {
  id: 'street-furniture',
  name: 'Street furniture',
  emoji: '💡',
  description: 'Whatever stands outside and belongs to nobody in particular.',
  locales: { de: { name: 'Stadtmöbel' }, fr: { name: 'Mobilier urbain' } },
  under: [
    {
      id: 'telephone-boxes',
      name: 'Telephones',
      emoji: '☎️',
      description: 'The ones with a door. Working or not.',
      locales: { de: { name: 'Telefonzellen' }, fr: { name: 'Cabines téléphoniques' } },
    },
    { id: 'benches', name: 'Benches', emoji: '🪑', description: 'Where to sit, and who sat there before.' },
    { id: 'post-boxes', name: 'Post boxes', emoji: '📮', description: 'Last collection: see the plate.' },
  ],
}

export const SMALL_PLACES: SampleTopic = {
  id: 'small-places',
  name: 'Small places',
  emoji: '🏘️',
  colour: '#9c3d1f',
  description: 'Villages, islands, ends of lines: letters from where everybody knows the dog.',
  locales: {
    de: { name: 'Kleine Orte', description: 'Dörfer, Inseln, Endstationen: Post von dort, wo alle den Hund kennen.' },
    fr: {
      name: 'Petits lieux',
      description: 'Villages, îles, terminus : des lettres de là où tous connaissent le chien.',
    },
  },
  under: [
    FURNITURE,
    { id: 'ferries', name: 'Bridges & ferries', emoji: '⛴️', description: 'Two ways of getting over it.' },
    { id: 'islands', name: 'Islands', emoji: '🏝️', description: 'Places that the timetable forgets in winter.' },
  ],
}

export const AFTER_DARK: SampleTopic = {
  id: 'after-dark',
  name: 'After dark',
  emoji: '🌙',
  colour: '#38506b',
  description: 'What goes on while the rest of us sleep.',
  locales: {
    de: { name: 'Nach Einbruch der Nacht', description: 'Was geschieht, während wir anderen schlafen.' },
    fr: { name: 'La nuit tombée', description: 'Ce qui se passe pendant que les autres dorment.' },
  },
  under: [
    {
      id: 'night-buses',
      name: 'Night buses',
      emoji: '🚌',
      description: 'Lines, drivers, and the people who never get off.',
      locales: { de: { name: 'Nachtbusse' }, fr: { name: 'Bus de nuit' } },
    },
    { id: 'night-shifts', name: 'Night shifts', emoji: '🏥', description: 'Bakers, nurses, lighthouse keepers.' },
    { id: 'insomnia', name: 'Awake at four', emoji: '🕓', description: 'You are not the only one.' },
  ],
}

export const FIELD_GUIDES: SampleTopic = {
  id: 'field-guides',
  name: 'Field guides',
  emoji: '🗺️',
  colour: '#4c7040',
  description: 'How to tell one kind of thing from another, by people who have looked for too long.',
  under: [
    {
      id: 'birds',
      name: 'Birds',
      emoji: '🐦',
      description: 'Mostly sparrows.',
      under: [{ id: 'birds-on-wires', name: 'Birds on wires', emoji: '🎼', description: 'Sung from the sheet.' }],
    },
    { id: 'clouds', name: 'Clouds', emoji: '☁️', description: 'Seen from below.', locales: { de: { name: 'Wolken' } } },
    { id: 'weeds', name: 'Weeds', emoji: '🌿', description: 'Plants that nobody asked.' },
  ],
}
