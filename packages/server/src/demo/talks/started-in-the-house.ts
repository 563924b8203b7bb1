import type { Talk } from './started.ts'

export const IN_THE_HOUSE: readonly Talk[] = [
  {
    id: 'topics-are-here',
    topic: 'news',
    title: 'Topics are here',
    tags: ['news'],
    daysAgo: 1.8,
    talk: [
      {
        by: 'wren',
        after: 0,
        text: 'From today on everything has a place, and so have you: open a topic, follow it, or begin something of your own in it. If a thing is in the wrong drawer, say so and I will move it.',
        likes: ['ada', 'bo', 'haru', 'mara'],
      },
      { by: 'bo', after: 70, text: 'There is a drawer for hedges?', reactions: { laugh: ['ada', 'wren'] } },
      { by: 'wren', to: 1, after: 9, text: 'There will be.' },
    ],
  },
  {
    id: 'a-long-table-in-june',
    topic: 'meet-ups',
    title: 'A long table, in the park, in June',
    tags: ['picnic'],
    daysAgo: 2,
    talk: [
      {
        by: 'ada',
        after: 0,
        text: 'Forty of us, one table, everybody brings a plate. Who has forty metres of tablecloth?',
      },
      { by: 'mara', to: 0, after: 52, text: 'I have eleven, with a stain that we can discuss.', likes: ['ada'] },
      { by: 'bo', after: 210, text: 'I can bring people. I mean that I can drive them.', likes: ['ada', 'haru'] },
    ],
  },
  {
    id: 'when-to-close',
    topic: 'moderators',
    title: 'When do we close a discussion?',
    tags: ['moderation'],
    daysAgo: 5,
    talk: [
      { by: 'mara', after: 0, text: 'I closed the one about the bridge after forty days. Was that early?' },
      {
        by: 'wren',
        to: 0,
        after: 95,
        text: 'No. It was finished, and people were being kind to each other. A good moment.',
        likes: ['mara'],
      },
    ],
  },
]
