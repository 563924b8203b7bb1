import { expect, test } from 'vitest'
import { lettersTable, queuesTable } from './queues-table.ts'

const view = { by: null, since: '', failures: null }

test('queues are lines with columns', () => {
  const text = queuesTable([
    { ...view, name: 'centre', state: 'running', lag: 0, oldestSeconds: null, rate: 12.25, waiting: 0, dead: 0 },
    { ...view, name: 'email', state: 'paused', lag: 1200, oldestSeconds: 7300, rate: null, waiting: 3, dead: 14 },
  ])
  expect(text).toBe(
    `QUEUE   STATE    BEHIND  OLDEST  PER SECOND  RETRYING  DEAD
centre  running  0       -       12.3        0         0
email   paused   1200    2 h     -           3         14
`,
  )
  expect(queuesTable([])).toMatch(/^No queue/)
})

test('dead letters are lines too, and nothing in them moves the cursor of a terminal', () => {
  const event = { _id: 'e1', org: 'acme', subject: 'd', type: 'comment', op: 'created', at: '', partition: 1, seq: 2 }
  const text = lettersTable([{ event, attempts: 5, error: 'no\n\u001B[2Jway', first: 'f', last: 'l' }])
  expect(text).toBe(
    `EVENT  ORG   WHAT             TRIES  LAST  ERROR
e1     acme  comment created  5      l     no  [2Jway
`,
  )
  expect(lettersTable([])).toBe('No dead letters.\n')
})
