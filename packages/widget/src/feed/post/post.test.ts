import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../i18n/words.ts'
import { postNamed } from '../testing/posts.ts'
import { withReaction } from './foot.tsx'
import { inTime } from './in-time.ts'
import { withVotes } from './poll.tsx'

describe('a reaction', () => {
  test('is one from each: another one takes its place, and it can be taken back', () => {
    const first = withReaction(postNamed('a'), 'like')
    expect([first.numbers.reactions, first.mine.reaction]).toEqual([{ like: 1 }, 'like'])
    const other = withReaction(first, 'heart')
    expect([other.numbers.reactions, other.mine.reaction]).toEqual([{ like: 0, heart: 1 }, 'heart'])
    const none = withReaction(other, null)
    expect([none.numbers.reactions, none.mine.reaction]).toEqual([{ like: 0, heart: 0 }, null])
  })
})

describe('a vote', () => {
  const poll = { isMultiple: false, closes: '2026-03-02T12:00:00.000Z', isClosed: false }
  const choices = [
    { text: 'yes', votes: 2 },
    { text: 'no', votes: 1 },
  ]
  const before = { ...postNamed('a'), poll: { ...poll, choices, voters: 3 } }
  const voted = { ...before, mine: { ...before.mine, votes: [1] } }

  test('counts at once where the numbers have not followed yet', () => {
    expect(withVotes(voted, before).poll).toMatchObject({ voters: 4, choices: [{ votes: 2 }, { votes: 2 }] })
  })

  test('counts once where they have', () => {
    const now = { ...voted, poll: { ...voted.poll, voters: 4, choices: [choices[0], { text: 'no', votes: 2 }] } }
    expect(withVotes(now as typeof voted, before).poll).toMatchObject({
      voters: 4,
      choices: [{ votes: 2 }, { votes: 2 }],
    })
  })
})

test.each([
  [10, 'in 1 minute'],
  [3 * 60, 'in 3 minutes'],
  [2 * 3600 + 5, 'in 2 hours'],
  [3 * 86_400, 'in 3 days'],
])('%d seconds from now: %s', (seconds, said) => {
  const now = Date.parse('2026-03-01T12:00:00.000Z')
  expect(inTime(wordsOf('en'), new Date(now + seconds * 1000).toISOString(), now)).toBe(said)
})
