import type { Line } from './line.ts'

export const NIGHT_BUS: readonly Line[] = [
  {
    by: 'ada',
    after: 35,
    text: 'Stop seven, green coat. I had no idea that anybody had noticed me.',
    likes: ['bo', 'haru'],
    reactions: { wow: ['haru'] },
  },
  {
    by: 'bo',
    after: 12,
    text: 'You always wait until the light is green, though there has not been a car there at that hour since March.',
    likes: ['ada'],
  },
  { by: 'haru', after: 50, text: 'I read this on a night bus. Nobody looked up.', reactions: { laugh: ['ada', 'bo'] } },
  {
    by: 'mara',
    after: 140,
    text: 'Line 41 runs every 40 minutes from midnight on, every 20 on Fridays. The timetable by the door has been wrong for a year.',
  },
  {
    by: 'ada',
    after: 9,
    text: 'It is not wrong. It is *aspirational*.',
    likes: ['bo', 'haru', 'mara'],
    reactions: { laugh: ['bo', 'mara'] },
  },
  { by: 'bo', after: 75, text: 'I will say good evening tonight, then. All nine of you have been warned.' },
]
