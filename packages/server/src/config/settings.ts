import { z } from 'zod'
import { adSettings } from './ad-settings.ts'
import { fileSettings } from './file-settings.ts'
import { limitSettings } from './limit-settings.ts'
import { liveSettings } from './live-settings.ts'
import { notificationSettings } from './notification-settings.ts'
import { type Setting, wholeNumber } from './setting.ts'
import { socialSettings } from './social-settings.ts'

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
const LOG_FORMATS = ['auto', 'text', 'json'] as const
const STORES = ['sqlite', 'mongodb'] as const

export const settings = {
  host: {
    variable: 'PALAVER_HOST',
    meaning: 'The address on which the service listens; 0.0.0.0 or :: for every address of the machine.',
    fallback: '127.0.0.1',
    allowed: 'an IP address or a host name of this machine',
    schema: z.string().regex(/^[\w.:%-]+$/),
  },
  port: {
    variable: 'PALAVER_PORT',
    meaning: 'The port on which the service listens; 0 takes any free one.',
    fallback: '8080',
    allowed: 'a whole number from 0 to 65535',
    schema: wholeNumber(0, 65_535),
  },
  data: {
    variable: 'PALAVER_DATA',
    meaning: 'The folder in which the service keeps its files; it is made where it is missing.',
    fallback: './data',
    allowed: 'the path of a folder that the service may write to',
    schema: z.string().refine((path) => !path.includes('\0')),
  },
  store: {
    variable: 'PALAVER_STORE',
    meaning: 'Where documents are kept: one SQLite file in the data folder, or a MongoDB server.',
    fallback: 'sqlite',
    allowed: oneOf(STORES),
    schema: z.enum(STORES),
  },
  mongodbUrl: {
    variable: 'PALAVER_MONGODB_URL',
    meaning: 'The MongoDB server and database, when PALAVER_STORE is mongodb.',
    fallback: '',
    allowed: 'an address such as mongodb://user:password@host:27017/palaver (mongodb+srv:// too)',
    schema: z.union([z.literal('').transform(() => null), z.string().regex(/^mongodb(\+srv)?:\/\/[^\s/?]+(\/\S*)?$/)]),
    secret: true,
  },
  partitions: {
    variable: 'PALAVER_PARTITIONS',
    meaning: 'Into how many ordered logs events are divided; fixed when the database is made.',
    fallback: '16',
    allowed: 'a whole number from 1 to 1024',
    schema: wholeNumber(1, 1024),
  },
  eventsKeptDays: {
    variable: 'PALAVER_EVENTS_KEPT_DAYS',
    meaning: 'How many days events are kept; one that a consumer has yet to read is kept for longer.',
    fallback: '30',
    allowed: 'a whole number from 1 to 36500',
    schema: wholeNumber(1, 36_500),
  },
  cacheMb: {
    variable: 'PALAVER_CACHE_MB',
    meaning: 'How much memory may hold public pages ready to be sent, in megabytes; 0 keeps none.',
    fallback: '32',
    allowed: 'a whole number from 0 to 65536',
    schema: wholeNumber(0, 65_536),
  },
  trustProxy: {
    variable: 'PALAVER_TRUST_PROXY',
    meaning: 'How many proxies of yours a request comes through: so many entries of X-Forwarded-For are believed.',
    fallback: '0',
    allowed: 'a whole number from 0 to 10',
    schema: wholeNumber(0, 10),
  },
  connections: {
    variable: 'PALAVER_CONNECTIONS',
    meaning: 'How many connections may be open at once; one more is closed as it comes.',
    fallback: '10000',
    allowed: 'a whole number from 1 to 1000000',
    schema: wholeNumber(1, 1_000_000),
  },
  bodyKb: {
    variable: 'PALAVER_BODY_KB',
    meaning: 'How large the body of a request may be, in kilobytes; a few requests may have a larger one.',
    fallback: '1000',
    allowed: 'a whole number from 1 to 100000',
    schema: wholeNumber(1, 100_000),
  },
  ...limitSettings,
  ...notificationSettings,
  ...liveSettings,
  ...fileSettings,
  ...socialSettings,
  ...adSettings,
  logLevel: {
    variable: 'PALAVER_LOG_LEVEL',
    meaning: 'How much the service writes to its log, on standard error.',
    fallback: 'info',
    allowed: oneOf(LOG_LEVELS),
    schema: z.enum(LOG_LEVELS),
  },
  logFormat: {
    variable: 'PALAVER_LOG_FORMAT',
    meaning: 'The form of the log: text for people, json for programs, auto for text in a terminal and json elsewhere.',
    fallback: 'auto',
    allowed: oneOf(LOG_FORMATS),
    schema: z.enum(LOG_FORMATS),
  },
  debug: {
    variable: 'PALAVER_DEBUG',
    meaning: 'Whether an error is shown with its stack trace.',
    fallback: '0',
    allowed: oneOf(['0', '1']),
    schema: z.enum(['0', '1']).transform((flag) => flag === '1'),
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

export type Config = { readonly [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
