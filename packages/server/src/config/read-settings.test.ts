import { describe, expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { settings } from './settings.ts'

describe('settings', () => {
  test('every default is a value that is allowed', () => {
    const { config, problems, warnings } = readSettings({})
    expect(problems).toEqual([])
    expect(warnings).toEqual([])
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      data: './data',
      store: 'sqlite',
      mongodbUrl: null,
      partitions: 16,
      eventsKeptDays: 30,
      cacheMb: 32,
      trustProxy: 0,
      connections: 10_000,
      bodyKb: 1000,
      limitWritesByUser: 60,
      limitLoopback: false,
      logLevel: 'info',
      logFormat: 'auto',
      debug: false,
    })
  })

  test('every setting has its own variable, a meaning and what is allowed', () => {
    const all = Object.values(settings)
    expect(new Set(all.map(({ variable }) => variable)).size).toBe(all.length)
    for (const { meaning, allowed } of all) expect([meaning, allowed]).not.toContain('')
  })

  test('a variable wins over the default, and the reading says where the value came from', () => {
    const { config, inForce } = readSettings({ PALAVER_PORT: '0', PALAVER_DEBUG: '1' })
    expect(config).toMatchObject({ port: 0, debug: true })
    const sources = Object.fromEntries(inForce.map(({ name, source, shown }) => [name, `${source} ${shown}`]))
    expect(sources).toMatchObject({ port: 'environment 0', host: 'default 127.0.0.1' })
  })

  test.each([
    'mailto:me@box.local',
    'mailto:me@localhost',
    'https://a.invalid',
    'http://a.org',
    'me@a.org',
    'mailto:a',
  ])('J5: %s is no contact for push services, and is told as any other setting that is wrong', (contact) => {
    const { config, problems } = readSettings({ PALAVER_PUSH_CONTACT: contact })
    expect(config).toBeNull()
    expect(problems).toEqual([
      `PALAVER_PUSH_CONTACT is "${contact}" but must be mailto: with an address, or an https address, both with a domain that others can reach.`,
    ])
  })

  test.each(['mailto:ops@palaver.dev', 'https://palaver.dev/contact', ''])(
    'J5: %s is a contact, or none',
    (contact) => {
      expect(readSettings({ PALAVER_PUSH_CONTACT: contact }).config?.pushContact).toBe(contact === '' ? null : contact)
    },
  )

  test('an empty variable is as good as none', () => {
    expect(readSettings({ PALAVER_PORT: '' }).config?.port).toBe(8080)
  })

  test('all that is wrong is told at once, each with what is allowed', () => {
    const { config, problems } = readSettings({
      PALAVER_PORT: '65536',
      PALAVER_STORE: 'postgres',
      PALAVER_LOG_LEVEL: 'loud',
      PALAVER_EVENTS_KEPT_DAYS: '1.5',
    })
    expect(config).toBeNull()
    expect(problems).toEqual([
      'PALAVER_PORT is "65536" but must be a whole number from 0 to 65535.',
      'PALAVER_STORE is "postgres" but must be sqlite or mongodb.',
      'PALAVER_EVENTS_KEPT_DAYS is "1.5" but must be a whole number from 1 to 36500.',
      'PALAVER_LOG_LEVEL is "loud" but must be silent, fatal, error, warn, info, debug or trace.',
    ])
  })

  test.each(['-1', ' 80', '8e3', '0x50', 'http', '99999999999'])('%j is no port', (port) => {
    expect(readSettings({ PALAVER_PORT: port }).problems).toHaveLength(1)
  })

  test('an S3-compatible service needs a bucket and a key, whose secret is not shown', () => {
    const endpoint = { PALAVER_S3_ENDPOINT: 'https://s3.example.com/' }
    expect(readSettings(endpoint).problems).toEqual(
      ['BUCKET', 'KEY_ID', 'SECRET'].map((name) =>
        expect.stringContaining(`PALAVER_S3_${name} must be set when PALAVER_S3_ENDPOINT is`),
      ),
    )
    const access = { PALAVER_S3_BUCKET: 'photos', PALAVER_S3_KEY_ID: 'key', PALAVER_S3_SECRET: 'quixotic' }
    const { config, inForce } = readSettings({ ...endpoint, ...access })
    expect(config).toMatchObject({ s3Endpoint: 'https://s3.example.com', s3Region: 'us-east-1', s3Bucket: 'photos' })
    expect(JSON.stringify(inForce)).not.toContain('quixotic')
    expect(readSettings({ PALAVER_S3_ENDPOINT: 'https://key:secret@s3.example.com' }).problems).toHaveLength(1)
  })

  test('MongoDB needs its address', () => {
    expect(readSettings({ PALAVER_STORE: 'mongodb' }).problems).toEqual([
      expect.stringContaining('PALAVER_MONGODB_URL must be set when PALAVER_STORE is mongodb'),
    ])
    const PALAVER_MONGODB_URL = 'mongodb://one:27017,two:27017/palaver?replicaSet=rs0'
    expect(readSettings({ PALAVER_STORE: 'mongodb', PALAVER_MONGODB_URL }).config?.mongodbUrl).toBe(PALAVER_MONGODB_URL)
  })

  test('a secret is shown neither in the value nor in the problem', () => {
    const { inForce, problems } = readSettings({ PALAVER_MONGODB_URL: 'mongo://root:hunter2@db' })
    expect(problems).toHaveLength(1)
    expect(JSON.stringify({ problems, inForce })).not.toContain('hunter2')
  })

  test('a variable that is nearly a setting gets a hint', () => {
    expect(readSettings({ PALAVER_PROT: '1', PALAVER_ZZZZZZZZZ: '1', PALAVER_TEST_MONGODB_URL: 'x' }).warnings).toEqual(
      [
        'PALAVER_PROT is not a setting and does nothing; did you mean PALAVER_PORT?',
        'PALAVER_ZZZZZZZZZ is not a setting and does nothing',
      ],
    )
  })

  test('an address without the store that it is for gets a warning', () => {
    expect(readSettings({ PALAVER_MONGODB_URL: 'mongodb://db/palaver' }).warnings).toHaveLength(1)
  })
})
