import type { MailServer } from '../../notifications/email/testing/mail-server.ts'
import { openContext } from '../comments-torture/prepare.ts'
import { addressOf, nameOf } from './client.ts'

const PEOPLE = 6

export type Prepared = { tokens: string[]; people: Map<string, string> }

/** Mails go out soon, and however many there are. */
export const settingsFor = ({ url }: MailServer): Record<string, string> => ({
  PALAVER_SMTP_URL: url,
  PALAVER_MAIL_BUFFER_SECONDS: '1',
  PALAVER_MAILS_PER_DAY: '10000',
})

/** An org without rules that stop so many posts of so few people, whose addresses are known. */
export async function prepare(folder: string, settings: Record<string, string>): Promise<Prepared> {
  const { accounts, comments, moderation, people, store } = await openContext(folder, settings)
  try {
    await accounts.ensureFirst()
    const admin = { org: 'main', id: 'admin', name: 'Admin', role: 'admin', kind: 'person' } as const
    await moderation.putRules(admin, [{ phase: 'banned' }], null)
    const resource = { type: 'torture', id: 'told' }
    await comments.open(admin, { org: 'main', resource, settings: { maxDepth: 5 } })
    const users = Array.from({ length: PEOPLE }, (_, user) => user)
    const told = users.map((user) => ({ id: nameOf(user), username: nameOf(user), email: addressOf(user) }))
    const upserted = await people.upsert('main', told)
    return {
      tokens: await Promise.all(told.map((person) => accounts.issue('main', person, 1))),
      people: new Map(upserted.map(({ person }, user) => [person ?? '', addressOf(user)])),
    }
  } finally {
    await store.close()
  }
}
