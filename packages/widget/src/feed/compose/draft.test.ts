import { describe, expect, test } from 'vitest'
import { NEW_PLACE, NEW_POLL, placeIn, pollIn } from './draft.ts'

describe('a poll that is being written', () => {
  test('is none with fewer than two answers that differ', () => {
    expect(pollIn(NEW_POLL)).toBe(null)
    expect(pollIn({ ...NEW_POLL, choices: ['yes', ' yes ', ''] })).toBe(null)
  })

  test('leaves out what is blank', () => {
    expect(pollIn({ ...NEW_POLL, choices: [' yes', '', 'no'] })).toMatchObject({ choices: ['yes', 'no'] })
  })
})

describe('a place that is being written', () => {
  const place = { ...NEW_PLACE, name: 'Here', latitude: '48,2', longitude: '-16.3' }

  test('has numbers as people write them', () => {
    expect(placeIn(place)).toEqual({ name: 'Here', latitude: 48.2, longitude: -16.3, coarse: 3 })
    expect(placeIn({ ...place, coarse: null })).toEqual({ name: 'Here', latitude: 48.2, longitude: -16.3 })
  })

  test.each([{ name: ' ' }, { latitude: '' }, { latitude: '91' }, { longitude: '181' }, { longitude: 'east' }])(
    'is none with %j',
    (change) => {
      expect(placeIn({ ...place, ...change })).toBe(null)
    },
  )
})
