import type { Problem } from '@palaver/client'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../i18n/locale.ts'
import { serverWords } from '../../ssr/server-words.ts'
import { saidOf } from './problem-line.tsx'

const refused = (code: string, detail: string): Problem =>
  ({ type: 'about:blank', title: '', status: 409, code, detail }) as Problem
const sayings = (problem: Problem): string[] => LANGUAGES.map((language) => saidOf(problem, serverWords(language)))

test('a refusal is said in the language of the reader', () => {
  const said = sayings(refused('discussion-closed', 'The discussion is closed: nothing can be posted in it.'))
  expect(new Set(said).size).toBe(LANGUAGES.length)
  expect(said[1]).toBe('Diese Diskussion ist geschlossen, hier lässt sich nichts ändern.')
  expect(said.join(' ')).not.toContain('posted')
})

test('the reason that a site gives is kept', () => {
  for (const code of ['banned', 'text-refused', 'invalid'])
    for (const said of sayings(refused(code, 'You shout.'))) expect(said).toContain('You shout.')
})

test('what there are no words for is said as the service says it, and never nothing', () => {
  expect(saidOf(refused('new-one', 'Not on Sundays.'), serverWords('de'))).toBe('Not on Sundays.')
  expect(saidOf(refused('new-one', ''), serverWords('de'))).toBe('Das hat nicht geklappt.')
})
