import type { Talk } from './started.ts'

export const OUTSIDE: readonly Talk[] = [
  {
    id: 'found-in-a-telephone-box',
    topic: 'telephone-boxes',
    title: 'What have you found in a telephone box?',
    tags: ['found', 'telephones'],
    daysAgo: 0.3,
    talk: [
      {
        by: 'ada',
        after: 0,
        text: 'I begin: one glove, left, every winter. **Never the same one.**',
        likes: ['bo', 'haru'],
      },
      { by: 'bo', to: 0, after: 34, text: 'The right ones get on at my stop.', reactions: { laugh: ['ada', 'mara'] } },
      { by: 'haru', after: 190, text: 'A directory with one name underlined, and the name was mine. I was visiting.' },
      { by: 'ada', to: 2, after: 12, text: 'You have to tell us whether you called.' },
    ],
  },
  {
    id: 'the-bench-you-keep-secret',
    topic: 'benches',
    title: 'The bench you would not tell anyone about',
    tags: ['benches', 'secrets'],
    daysAgo: 4,
    talk: [
      { by: 'haru', after: 0, text: 'Without saying where it is: what can you see from it?', likes: ['ada'] },
      {
        by: 'ada',
        after: 75,
        text: 'A wall, and over the wall the upper third of a cherry tree.',
        likes: ['haru', 'mara'],
      },
      { by: 'bo', after: 240, text: 'The depot. I like to see them sleep.' },
    ],
  },
  {
    id: 'the-last-stop',
    topic: 'night-buses',
    title: 'What is at the last stop?',
    tags: ['buses', 'questions'],
    daysAgo: 1.2,
    talk: [
      {
        by: 'ada',
        after: 0,
        text: 'I have lived on line N4 for nine years and have never stayed on until the end. Does anybody know?',
        likes: ['haru'],
      },
      {
        by: 'bo',
        to: 0,
        after: 55,
        text: 'A kiosk, a hedge, and me for eleven minutes. Come by.',
        likes: ['ada', 'mara'],
      },
      { by: 'mara', after: 600, text: 'He is right about the hedge. It is a very good hedge.' },
    ],
  },
  {
    id: 'ferry-or-bridge',
    topic: 'ferries',
    title: 'Given the choice, the ferry',
    tags: ['ferries'],
    daysAgo: 9,
    talk: [
      { by: 'bo', after: 0, text: 'A bridge is faster, and that is all that it is. Convince me otherwise.' },
      { by: 'haru', to: 0, after: 130, text: 'A bridge is there at four in the morning.', likes: ['bo'] },
    ],
  },
  {
    id: 'clouds-over-kyoto',
    topic: 'clouds',
    title: '今日の雲 · Clouds over Kyoto, a running list',
    tags: ['clouds', 'kyoto'],
    daysAgo: 0.1,
    talk: [
      { by: 'haru', after: 0, text: '月曜日：魚。\n\n(Monday: a fish.)', reactions: { heart: ['ada'] } },
      {
        by: 'haru',
        to: 0,
        after: 1440,
        text: '火曜日：同じ魚、少し年をとった。\n\n(Tuesday: the same fish, a little older.)',
        likes: ['ada', 'bo'],
      },
      { by: 'ada', to: 0, after: 45, text: 'Please never stop this.' },
    ],
  },
]
