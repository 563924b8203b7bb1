import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

const numbers = { impressions: 3, viewable: 2, clicks: 1, conversions: 0, ctr: 1 / 3, spend: 12_000_001, reach: 2 }

it('is what spreadsheets read, and nothing that they would run', () => {
  const lines = [
    { key: 'a', label: 'Rye, "fresh"', ...numbers },
    { key: 'b', label: '=HYPERLINK("https://example.com")', ...numbers, spend: 5 },
    { key: '', label: null, ...numbers, reach: null },
  ]
  expect(csvOf('creative', lines)).toBe(
    [
      'creative,name,impressions,viewable,clicks,conversions,ctr,spend,reach',
      'a,"Rye, ""fresh""",3,2,1,0,0.333333,12.000001,2',
      `b,"'=HYPERLINK(""https://example.com"")",3,2,1,0,0.333333,0.000005,2`,
      ',,3,2,1,0,0.333333,12.000001,',
      '',
    ].join('\r\n'),
  )
})
