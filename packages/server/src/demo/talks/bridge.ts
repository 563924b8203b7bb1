import type { Line } from './line.ts'

export const BRIDGE: readonly Line[] = [
  {
    by: 'bo',
    after: 80,
    text: 'I voted against, and I cross it twice a day. Both of these are still true.',
    likes: ['ada', 'mara'],
  },
  {
    by: 'ada',
    to: 0,
    after: 45,
    text: 'That may be the most honest thing that anybody has said about it.',
    likes: ['bo'],
  },
  {
    by: 'haru',
    after: 210,
    text: 'From far away: it is a beautiful bridge. I am sorry that it is also a budget.',
    reactions: { heart: ['ada'] },
  },
  {
    by: 'mara',
    after: 1440,
    text: 'Thank you, all. After forty days of mostly kindness this discussion is closed; it stays here to be read.',
    likes: ['ada', 'bo', 'haru'],
  },
]
