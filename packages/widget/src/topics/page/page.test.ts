import { expect, test } from 'vitest'
import type { Listed } from '../model.ts'
import { tagsIn } from './start-form.tsx'
import { withPage } from './use-discussions.ts'

const listed = (id: string): Listed => ({
  id,
  title: id,
  url: null,
  topic: { id: 't', name: 'T', path: 't' },
  tags: [],
  created: '',
  activity: '',
  comments: 1,
})

test('tags are what stands between commas of any script, each once', () => {
  expect(tagsIn(' rail, night trains,rail ,, 列車、駅，夜،ليل ')).toEqual([
    'rail',
    'night trains',
    '列車',
    '駅',
    '夜',
    'ليل',
  ])
  expect(tagsIn('  ')).toEqual([])
})

test('what moves in a list while it is read is there once', () => {
  const first = withPage(
    { phase: 'loading', entries: [], next: null, problem: null },
    { discussions: [listed('1'), listed('2')], next: 'c' },
  )
  const second = withPage(first, { discussions: [listed('2'), listed('3')], next: null })
  expect(second.entries.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(second.next).toBeNull()
})
