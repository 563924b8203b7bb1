import { expect, it } from 'vitest'
import { sqliteInMemory } from '../../../store/src/testing/engines.ts'
import { SCOPES } from '../api/actor.ts'
import type { SseClient } from '../live/sse-client.fixtures.ts'
import { addressOf, ORG } from '../notifications/acceptance/people.fixtures.ts'
import { BUFFER_MS } from '../notifications/acceptance/stage.fixtures.ts'
import { type Ground, groundOn } from './leaks/ground.fixtures.ts'
import { readAll, searchable } from './leaks/reading.fixtures.ts'
import { PEOPLE, type Secret, secretsIn } from './leaks/secrets.fixtures.ts'

const VIEWERS = PEOPLE.filter((name) => name !== 'nan')
const AWAY = ['ada', 'pia', 'fay', 'blu']

/** Somebody of each kind who can ask for something, and with what token. */
async function viewersOf({ context: { accounts }, tokenOf }: Ground): Promise<[string, string | null][]> {
  const people = VIEWERS.map(async (name): Promise<[string, string]> => [name, await tokenOf(name)])
  const keys = SCOPES.map(async (scope): Promise<[string, string]> => {
    const { key } = await accounts.apiKeys.create(ORG, { name: scope, scopes: [scope] })
    return [scope, key]
  })
  const other = await accounts.create('Another')
  const foreign = await accounts.issue(other._id, { id: 'ada', username: 'ada', role: 'admin' }, 1)
  const guest = (await accounts.welcome(ORG, 'A guest')).token
  return [['nobody', null], ['guest', guest], ['foreign', foreign], ...(await Promise.all([...people, ...keys]))]
}

type Search = (viewer: string, what: string, text: string, isAsked?: boolean) => void

/** Who was told each secret, and by what; `tells` counts what was read of each kind. */
function searching() {
  const seen = new Map<string, string>()
  const read = new Map<string, number>()
  let secrets: readonly Secret[] = []
  const search: Search = (viewer, what, text, isAsked = false) => {
    const kind = what.split(' ')[0] ?? what
    read.set(kind, (read.get(kind) ?? 0) + 1)
    for (const { word, name, isId = false } of secrets)
      if (!(isId && isAsked) && text.includes(word)) seen.set(`${name} by ${viewer}`, what)
  }
  return { seen, read, search, lookFor: (all: readonly Secret[]) => (secrets = all) }
}

/** All that has been sent to people, to the host and into the log. */
function sentOut({ mail, host, lines }: Ground, listening: Listening, search: Search): void {
  for (const name of VIEWERS) {
    for (const { recipient, text, html, subject, raw } of mail.mails)
      if (recipient === addressOf(name)) search(name, 'mail', searchable(`${subject} ${text} ${html} ${raw}`))
    const { device, streams } = listening.get(name) ?? { device: { got: [] }, streams: [] }
    for (const { message } of device.got) search(name, 'push', JSON.stringify(message))
    for (const { frames } of streams)
      for (const frame of frames) search(name, `stream ${frame.event}`, searchable(JSON.stringify(frame)))
  }
  for (const { body, headers } of host.asked) search('host', 'hook', searchable(JSON.stringify([body, headers])))
  for (const line of lines) search('log', 'log', line, true)
}

/** What is told of posts and of who follows whom, to whatever follows the log; texts of comments are in theirs. */
async function eventsOf({ context: { store } }: Ground): Promise<object[]> {
  const all = await store.events.read({ partition: store.events.partitionOf(ORG), after: 0, limit: 1000 })
  return all.filter(({ type }) => type === 'post' || type === 'follow')
}

type Listening = ReadonlyMap<string, { device: Awaited<ReturnType<Ground['browser']>>; streams: SseClient[] }>

/** Everybody has a browser, and pages open. */
async function listeningIn({ browser, stream }: Ground): Promise<Listening> {
  const all = VIEWERS.map(async (name) => {
    const streams = [await stream(name, '/v1/news/live')]
    // Who has a page open is told there, and by no push.
    if (!AWAY.includes(name)) streams.push(await stream(name, '/v1/me/stream'))
    for (const one of streams) await one.has('ready')
    return [name, { device: await browser(name), streams }] as const
  })
  return new Map(await Promise.all(all))
}

it('no answer, stream, mail, push, line of a log or call of a hook has a word for who may not know it', async () => {
  const ground = await groundOn(sqliteInMemory, PEOPLE)
  const listening = await listeningIn(ground)
  const { secrets, subjects } = await secretsIn(ground)
  await ground.settled()
  await ground.pass(BUFFER_MS)
  const { seen, read, search, lookFor } = searching()
  lookFor(secrets)
  for (const [viewer, token] of await viewersOf(ground))
    await readAll(ground, { token, subjects }, ({ what, text, isAsked }) => search(viewer, what, text, isAsked))
  await listening.get('cyd')?.streams[0]?.has('post')
  sentOut(ground, listening, search)
  for (const event of await eventsOf(ground)) search('events', 'event', JSON.stringify(event), true)
  const known = secrets.flatMap(({ name, knownTo }) => knownTo.map((viewer) => `${name} by ${viewer}`))
  const told = [...seen].map(([who, what]) => ({ who, what }))
  expect(told.filter(({ who }) => !known.includes(who))).toEqual([])
  // What may be known is found, so this does look.
  expect(known.filter((who) => !seen.has(who))).toEqual([])
  for (const kind of ['mail', 'push', 'stream', 'hook', 'log', 'event'])
    expect([kind, read.get(kind)]).not.toEqual([kind, undefined])
}, 120_000)
