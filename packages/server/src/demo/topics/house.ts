import type { SampleTopic } from './sample.ts'

/** Only those who work here begin something in it; all may answer. */
export const DESK: SampleTopic = {
  id: 'desk',
  name: 'From the desk',
  emoji: '📝',
  colour: '#3f6a73',
  description: 'What the magazine has to say about itself.',
  starts: 'moderators',
  under: [
    { id: 'news', name: 'Announcements', emoji: '📣', description: 'Kept short, as promised.' },
    { id: 'corrections', name: 'Corrections', emoji: '✏️', description: 'Where we were wrong, and since when.' },
  ],
}

export const READERS_ROOM: SampleTopic = {
  id: 'readers-room',
  name: 'The readers’ room',
  emoji: '🔑',
  colour: '#8a6d1f',
  description: 'For those who are signed in: plans, and a word among ourselves.',
  visibility: 'members',
  locales: { de: { name: 'Das Leserzimmer' } },
  under: [{ id: 'meet-ups', name: 'Meeting in person', emoji: '🧺', description: 'Bring a plate.' }],
}

export const MODERATORS: SampleTopic = {
  id: 'moderators',
  name: 'The moderators’ bench',
  emoji: '🛡️',
  colour: '#6a6057',
  description: 'Where moderators ask each other.',
  visibility: 'roles',
  roles: ['moderator'],
}

/** Given up on: its address says so. */
export const HOROSCOPES: SampleTopic = {
  id: 'horoscopes',
  name: 'Horoscopes',
  emoji: '🔮',
  description: 'Discontinued, as the stars had foreseen.',
}
