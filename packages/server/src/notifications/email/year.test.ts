import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { sqliteInMemory } from '../../../../store/src/testing/engines.ts'
import type { Item } from '../model.ts'
import { localDate } from '../windows/zoned.ts'
import { mailGround } from './email.fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Hands nothing over, but notes when a mail went out. */
const noting = (now: () => number) => {
  const sent: number[] = []
  const transport = {
    send: async () => {
      sent.push(now())
    },
    isReady: () => true,
    close: async () => {},
  }
  return { sent, transport }
}

const daysOf = (moments: readonly number[], timeZone: string): string[] =>
  moments.map((moment) => localDate(moment, timeZone).toString())

describe('a year of digests', { timeout: 60_000 }, () => {
  it.for(['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Kiritimati'])(
    'H1, H7, H8: there is one each day at eight, in %s',
    async (timeZone) => {
      const g = await mailGround(sqliteInMemory)
      const { sent, transport } = noting(g.now)
      const { slug } = await g.say('bob', 'first')
      await g.level('ada', 'watching')
      await g.choose('ada', { mail: 'daily', timeZone })
      g.moveTo(g.now() + 2000)
      g.start(transport)
      let events = 0
      const until = g.now() + 365 * DAY
      while (g.now() < until) {
        // One item a day, so that there is something to send each time.
        const local = Temporal.Instant.fromEpochMilliseconds(g.now()).toZonedDateTimeISO(timeZone)
        if (local.hour === 20) {
          events++
          await g.windows.add(await itemAt(g, { slug, n: events }), { channel: 'email', ...(await placeFor(g)) })
        }
        const next = local.with({ minute: 0, second: 0, millisecond: 0 }).add({ hours: 1 }).epochMilliseconds
        g.moveTo(next > g.now() ? next : next + HOUR)
        if (new Set([7, 8, 9, 10]).has(local.hour)) await g.settled()
      }
      await g.settled()
      const days = daysOf(sent, timeZone)
      expect(new Set(days).size).toBe(days.length)
      expect(days.length).toBeGreaterThanOrEqual(364)
      for (const moment of sent) {
        const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
        expect(at.toPlainTime().toString()).toMatch(/^08:00/)
      }
    },
  )

  it('H9: who changes their zone again and again gets no two in one local day, and never none in two', async () => {
    const g = await mailGround(sqliteInMemory)
    const { sent, transport } = noting(g.now)
    const { slug } = await g.say('bob', 'first')
    await g.level('ada', 'watching')
    await g.choose('ada', { mail: 'daily' })
    g.moveTo(g.now() + 2000)
    g.start(transport)
    const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']
    const begun = g.now()
    const zoneAt: { from: number; zone: string }[] = []
    for (let hour = 0; hour < 24 * 90; hour++) {
      // Not at the same time of the day each time, and far to the east and to the west.
      if (hour % 41 === 0) {
        const zone = zones[(hour / 41) % zones.length] ?? 'UTC'
        await g.choose('ada', { timeZone: zone })
        zoneAt.push({ from: g.now(), zone })
      }
      g.moveTo(begun + hour * HOUR + 2000)
      await g.windows.add(await itemAt(g, { slug, n: hour }), { channel: 'email', ...(await placeFor(g)) })
      g.moveTo(begun + (hour + 1) * HOUR)
      await g.settled()
    }
    const zoneOf = (moment: number): string => zoneAt.findLast(({ from }) => from <= moment)?.zone ?? 'UTC'
    expect(sent.length).toBeGreaterThan(40)
    for (const [at, moment] of sent.entries()) {
      const before = sent[at - 1]
      if (before === undefined) continue
      // By the days that the person has when the later one comes.
      const days = localDate(before, zoneOf(moment)).until(localDate(moment, zoneOf(moment))).days
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThanOrEqual(2)
    }
  })
})

type Ground = Awaited<ReturnType<typeof mailGround>>

const placeFor = async (g: Ground) => {
  const place = await g.placeOf('ada')
  if (place === null) throw new Error('There is a place.')
  return place
}

const itemAt = async (g: Ground, { slug, n }: { slug: string; n: number }): Promise<Item> => {
  const about = { org: 'org1', discussion: g.discussion, slug, actor: null, reason: 'watching' as const }
  return { ...about, event: `event${n}`, at: new Date(g.now()).toISOString(), person: g.idOf('ada') }
}
