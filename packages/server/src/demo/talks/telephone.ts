import type { Line } from './line.ts'

export const TELEPHONE: readonly Line[] = [
  {
    by: 'ada',
    after: 42,
    text: 'My grandmother kept a coin taped under its shelf, in case. It was still there when I looked last summer. I left mine beside it.',
    likes: ['bo', 'haru', 'mara'],
    reactions: { heart: ['bo', 'haru'] },
  },
  {
    by: 'bo',
    to: 0,
    after: 18,
    text: 'Which side? I have driven past it **four thousand times** and never once looked under the shelf.',
    likes: ['ada'],
  },
  {
    by: 'ada',
    to: 1,
    after: 6,
    text: 'The left one, behind the directory that is from 1994. @Bo_Adeyemi, do not take it. It is load-bearing.',
    likes: ['bo', 'mara'],
    reactions: { laugh: ['bo', 'haru', 'mara'] },
  },
  {
    by: 'haru',
    to: 2,
    after: 220,
    text: '“Load-bearing” is exactly the word. We have a post box like that. Nobody sends letters, but the street is measured from it.',
    likes: ['ada', 'bo'],
  },
  {
    by: 'haru',
    after: 90,
    text: 'ここにも、もう鳴らない電話ボックスがあります。雨の日にだけ、みんな思い出します。\n\n(We have one that no longer rings, too. People remember it only when it rains.)',
    likes: ['ada'],
    reactions: { heart: ['ada', 'mara'] },
  },
  {
    by: 'bo',
    after: 65,
    text: 'Three uses I have seen from the driver’s seat:\n\n1. waiting room, one person\n2. changing room, one wetsuit\n3. place to cry where nobody asks\n\nThe third is the busiest.',
    likes: ['ada', 'haru', 'mara'],
    reactions: { sad: ['ada'], like: ['mara'] },
  },
  {
    by: 'mara',
    to: 5,
    after: 30,
    text: 'I moderate this page for a living and would like it noted that number three is the best comment we have had since spring.',
    likes: ['bo'],
  },
  {
    by: 'ada',
    to: 5,
    after: 14,
    text: '> place to cry where nobody asks\n\nThere should be a sign for it on the map.',
    likes: ['haru'],
  },
  {
    by: 'haru',
    to: 4,
    after: 300,
    text: 'Somebody asked for a picture. It is [behind the station](https://example.org/kyoto), next to the vending machine that sells umbrellas.',
  },
]
