import type { Line } from './line.ts'

export const MEETINGS: readonly Line[] = [
  {
    by: 'haru',
    after: 25,
    text: 'We tried this with “no meetings on Wednesday”. Within a month Wednesday had been renamed in everyone’s calendar.',
    likes: ['ada', 'bo'],
    reactions: { laugh: ['ada', 'bo', 'mara'] },
  },
  { by: 'bo', to: 0, after: 8, text: 'Renamed to what?' },
  { by: 'haru', to: 0, after: 3, text: '“Alignment”.', likes: ['ada', 'bo', 'mara'] },
  {
    by: 'ada',
    after: 44,
    text: 'What I would like to know is which one people **did not** dare to cancel. That is the one the company is built on.',
    likes: ['haru', 'mara'],
    reactions: { like: ['haru', 'mara', 'bo'] },
  },
  { by: 'mara', to: 3, after: 20, text: 'In ours: the one where the coffee is.' },
  {
    by: 'bo',
    after: 61,
    text: 'Bus drivers have one meeting a year. It is in the car park and it is about the car park.',
  },
]
