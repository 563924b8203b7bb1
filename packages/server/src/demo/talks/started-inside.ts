import type { Talk } from './started.ts'

export const INSIDE: readonly Talk[] = [
  {
    id: 'is-cold-soup-soup',
    topic: 'cold-soups',
    title: 'Is cold soup soup?',
    tags: ['definitions'],
    daysAgo: 0.6,
    talk: [
      { by: 'mara', after: 0, text: 'I ask as a moderator: people have asked me to moderate this at home.' },
      {
        by: 'bo',
        after: 20,
        text: 'No. It is a drink with manners.',
        likes: ['ada', 'haru'],
        reactions: { laugh: ['mara'] },
      },
      { by: 'haru', to: 1, after: 64, text: 'Cold noodles are noodles. I rest my case.', likes: ['mara'] },
      { by: 'ada', after: 15, text: 'It depends on the spoon.' },
    ],
  },
  {
    id: 'griessnockerln',
    topic: 'soups',
    title: 'Grießnockerln: fest oder flaumig?',
    tags: ['deutsch', 'soups'],
    daysAgo: 2.5,
    talk: [
      {
        by: 'ada',
        after: 0,
        text: 'Meine Großmutter sagte flaumig, meine andere Großmutter sagt nichts und macht sie fest.',
      },
      { by: 'mara', to: 0, after: 88, text: 'Flaumig. Aber leise, sonst hört es die andere.', likes: ['ada'] },
    ],
  },
  {
    id: 'bread-that-failed',
    topic: 'bread',
    title: 'Bread that failed, and what you did with it',
    tags: ['bread', 'failures'],
    daysAgo: 6,
    talk: [
      {
        by: 'bo',
        after: 0,
        text: 'Mine holds the garage door open. It has done so since March.',
        likes: ['ada', 'haru', 'mara'],
      },
      { by: 'ada', after: 33, text: 'Croutons. Everything is croutons if you wait.', likes: ['bo'] },
    ],
  },
  {
    id: 'we-walked-instead',
    topic: 'walks',
    title: 'We walked instead. Now it rains.',
    tags: ['meetings', 'weather'],
    daysAgo: 3,
    talk: [
      { by: 'haru', after: 0, text: 'Week three of walking meetings. Who takes the minutes when it is wet?' },
      { by: 'ada', to: 0, after: 41, text: 'Nobody, and that is why they are short.', likes: ['bo', 'haru'] },
    ],
  },
  {
    id: 'the-library-cat',
    topic: 'libraries',
    title: 'The library cat, again',
    tags: ['libraries', 'cats'],
    daysAgo: 0.9,
    talk: [
      {
        by: 'mara',
        after: 0,
        text: 'She was on the returns desk today. Somebody had stamped her due date on a note: *never*.',
        likes: ['ada', 'bo', 'haru'],
      },
      { by: 'ada', after: 17, text: 'Renewed.', reactions: { heart: ['mara', 'haru'] } },
      { by: 'bo', after: 300, text: 'If they open all night she will need a shift.' },
    ],
  },
]
