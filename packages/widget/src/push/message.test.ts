import { expect, test } from 'vitest'
import { shownFor } from './message.ts'

const message = {
  title: 'Ada replied to you',
  body: 'Yes.',
  url: 'https://a.example/#comment-x',
  tag: 't',
  person: 'bob',
}

test('a message is shown in full to whom it is for', () => {
  const { url, tag, body } = message
  expect(shownFor(message, { person: 'bob', hidden: 'Neu' })).toEqual({
    title: message.title,
    options: { body, tag, data: { url } },
  })
})

test.each(['cy', null])('and says nothing to %s', (person) => {
  const nothing = { body: '', tag: 't', data: { url: null } }
  expect(shownFor(message, { person, hidden: 'Neu' })).toEqual({ title: 'Neu', options: nothing })
  expect(shownFor(message, { person, hidden: null })).toEqual({ title: 'New notification', options: nothing })
})
