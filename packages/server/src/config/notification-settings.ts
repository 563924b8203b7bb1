import { z } from 'zod'
import { isPushContact } from './push-contact.ts'
import { type Setting, wholeNumber } from './setting.ts'

const optional = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema])

/** How people and other services are told of what happened. */
export const notificationSettings = {
  url: {
    variable: 'PALAVER_URL',
    meaning: 'The address at which people reach the service: links in mails lead there.',
    fallback: '',
    allowed: 'an address such as https://comments.example.com, or empty for the one on which it listens',
    schema: optional(z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))),
  },
  natsUrl: {
    variable: 'PALAVER_NATS_URL',
    meaning: 'A NATS server with JetStream, through which several nodes share events; empty for none.',
    fallback: '',
    allowed: 'an address such as nats://user:password@host:4222',
    schema: optional(z.string().regex(/^(nats|tls):\/\/[^\s/]+$/)),
    secret: true,
  },
  smtpUrl: {
    variable: 'PALAVER_SMTP_URL',
    meaning: 'The server that takes mail; empty to have it written to the folder outbox in the data folder.',
    fallback: '',
    allowed: 'an address such as smtps://user:password@mail.example.com:465 (smtp:// too)',
    schema: optional(z.string().regex(/^smtps?:\/\/[^\s/]+(\/\S*)?$/)),
    secret: true,
  },
  mailFrom: {
    variable: 'PALAVER_MAIL_FROM',
    meaning: 'The sender of mails.',
    fallback: 'Palaver <palaver@localhost>',
    allowed: 'an address such as Comments <comments@example.com>',
    schema: z.string().regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/),
  },
  mailBufferSeconds: {
    variable: 'PALAVER_MAIL_BUFFER_SECONDS',
    meaning: 'How long a mail that is sent at once waits for more to tell in it.',
    fallback: '60',
    allowed: 'a whole number from 0 to 86400',
    schema: wholeNumber(0, 86_400),
  },
  mailsPerDay: {
    variable: 'PALAVER_MAILS_PER_DAY',
    meaning: 'How many mails a person gets in a day at most; what is more comes in one digest.',
    fallback: '50',
    allowed: 'a whole number from 1 to 10000',
    schema: wholeNumber(1, 10_000),
  },
  mailsPerSecondAndDomain: {
    variable: 'PALAVER_MAILS_PER_SECOND_AND_DOMAIN',
    meaning: 'How many mails a second each process sends to addresses of one domain; 0 for no limit.',
    fallback: '20',
    allowed: 'a whole number from 0 to 10000',
    schema: wholeNumber(0, 10_000),
  },
  pushContact: {
    variable: 'PALAVER_PUSH_CONTACT',
    meaning: 'Whom the push services of browsers can turn to; Web Push is off without it.',
    fallback: '',
    allowed: 'mailto: with an address, or an https address, both with a domain that others can reach',
    schema: optional(z.string().refine(isPushContact)),
  },
  privateAddresses: {
    variable: 'PALAVER_PRIVATE_ADDRESSES',
    meaning: 'Whether webhooks and push messages may go to private addresses and to this machine.',
    fallback: '0',
    allowed: '0 or 1',
    schema: z.enum(['0', '1']).transform((flag) => flag === '1'),
  },
  notificationsKeptDays: {
    variable: 'PALAVER_NOTIFICATIONS_KEPT_DAYS',
    meaning: 'How many days notifications stay in the centre.',
    fallback: '150',
    allowed: 'a whole number from 1 to 36500',
    schema: wholeNumber(1, 36_500),
  },
} satisfies Record<string, Setting>
