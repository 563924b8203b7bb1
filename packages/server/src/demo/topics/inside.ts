import type { SampleTopic } from './sample.ts'

const SOUPS: SampleTopic = {
  id: 'soups',
  name: 'Soups',
  emoji: '🍲',
  description: 'Anything that needs a spoon and patience.',
  locales: { de: { name: 'Suppen' }, fr: { name: 'Soupes' } },
  under: [
    { id: 'feeding-forty', name: 'Feeding forty', emoji: '🥄', description: 'When the whole street comes.' },
    { id: 'cold-soups', name: 'Cold soups', emoji: '🧊', description: 'A matter of some debate.' },
  ],
}

export const KITCHEN: SampleTopic = {
  id: 'kitchen',
  name: 'Readers’ kitchen',
  emoji: '🍳',
  colour: '#b06a14',
  description: 'You cook, we taste before we print.',
  locales: {
    de: { name: 'Leserküche', description: 'Sie kochen, wir probieren vor dem Druck.' },
    fr: { name: 'La cuisine des lecteurs', description: 'Vous cuisinez, nous goûtons avant d’imprimer.' },
  },
  under: [
    SOUPS,
    { id: 'bread', name: 'Bread', emoji: '🍞', description: 'Also the ones that did not rise.' },
    { id: 'leftovers', name: 'Leftovers', emoji: '🥡', description: 'Yesterday, with an egg on top.' },
  ],
}

export const WORK: SampleTopic = {
  id: 'work',
  name: 'Work',
  emoji: '💼',
  colour: '#5b6b4a',
  description: 'How we spend most of the daylight.',
  locales: { de: { name: 'Arbeit' }, fr: { name: 'Le travail' } },
  under: [
    {
      id: 'meetings',
      name: 'Meetings',
      emoji: '🗓️',
      description: 'Those that were held, and those that were spared.',
      under: [{ id: 'walks', name: 'Held while walking', emoji: '🚶', description: 'Minutes are taken afterwards.' }],
    },
    { id: 'first-jobs', name: 'First jobs', emoji: '🧹', description: 'What you learned, apart from sweeping.' },
  ],
}

export const TOWN: SampleTopic = {
  id: 'town',
  name: 'The town',
  emoji: '🏛️',
  colour: '#6b4a6e',
  description: 'Decisions that all of us have to live beside.',
  under: [
    {
      id: 'libraries',
      name: 'Libraries',
      emoji: '📚',
      description: 'Opening hours, cats, and the books.',
      locales: { de: { name: 'Büchereien' }, fr: { name: 'Bibliothèques' } },
    },
    { id: 'votes', name: 'Votes', emoji: '🗳️', description: 'Narrow ones above all.' },
    { id: 'budget', name: 'The budget', emoji: '🪙', description: 'Page 14 is the interesting one.' },
  ],
}
