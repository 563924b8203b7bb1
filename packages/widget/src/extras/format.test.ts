import { describe, expect, test } from 'vitest'
import { formatted, type Kind } from './format.ts'

/** A text with its selection between `⟦` and `⟧`, as a person sees it. */
function press(marked: string, kind: Kind): string {
  const start = marked.indexOf('⟦')
  const end = marked.indexOf('⟧') - 1
  const text = marked.replace('⟦', '').replace('⟧', '')
  const { at, put, select } = formatted(text, { start, end }, kind)
  const after = text.slice(0, at.start) + put + text.slice(at.end)
  return `${after.slice(0, select.start)}⟦${after.slice(select.start, select.end)}⟧${after.slice(select.end)}`
}

describe('what a button writes', () => {
  test.each<[Kind, string, string]>([
    ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
    ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
    ['bold', 'a⟦ word ⟧here', 'a **⟦word⟧** here'],
    ['bold', 'a ⟦⟧', 'a **⟦⟧**'],
    ['bold', 'a *⟦word⟧*', 'a ***⟦word⟧***'],
    ['italic', 'a **⟦word⟧**', 'a ***⟦word⟧***'],
    ['italic', 'a ***⟦word⟧***', 'a **⟦word⟧**'],
    ['italic', '⟦word⟧', '*⟦word⟧*'],
    ['code', 'run ⟦it⟧', 'run `⟦it⟧`'],
    ['code', 'so: ⟦one\ntwo⟧ end', 'so: \n```\n⟦one\ntwo⟧\n```\n end'],
    ['code', '⟦one\ntwo⟧', '```\n⟦one\ntwo⟧\n```'],
    ['quote', 'one\ntw⟦⟧o', 'one\n> two⟦⟧'],
    ['quote', 'o⟦ne\ntw⟧o\nthree', '⟦> one\n> two⟧\nthree'],
    ['quote', '⟦> one\n>two⟧', '⟦one\ntwo⟧'],
    ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
    ['link', 'see ⟦https://example.com/a⟧', 'see [⟦⟧](https://example.com/a)'],
    ['link', 'see ⟦⟧', 'see [⟦⟧](https://)'],
  ])('%s: %j becomes %j', (kind, before, after) => {
    expect(press(before, kind)).toBe(after)
  })

  test.each<Kind>(['bold', 'italic', 'code', 'quote'])('%s pressed twice is as it was', (kind) => {
    expect(press(press('⟦word⟧', kind), kind)).toBe('⟦word⟧')
  })
})
