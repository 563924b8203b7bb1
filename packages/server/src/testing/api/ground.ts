import type { FastifyInstance } from 'fastify'
import { SCOPES } from '../../api/actor.ts'
import type { Context } from '../../context.ts'

export const CALLERS = ['nobody', 'guest', 'member', 'moderator', 'admin', 'key'] as const
export type Caller = (typeof CALLERS)[number]

/** A comment with this word in it is held. */
export const HELD_WORD = 'waits'

/** One org with somebody of each kind. Its `word` is in every text, title and name, so that a leak is seen. */
export type Ground = {
  context: Context
  app: FastifyInstance
  org: string
  word: string
  tokens: Readonly<Record<Caller, string | null>>
}

/** Without those that would stop a test that writes much. */
export const GROUND_RULES: Parameters<Context['moderation']['putRules']>[1] = [
  { phase: 'banned' },
  { phase: 'words', words: [HELD_WORD], action: 'hold' },
]

export async function groundOf({ context, app }: Pick<Ground, 'context' | 'app'>, word: string): Promise<Ground> {
  const { accounts } = context
  const { _id: org } = await accounts.create(word)
  await accounts.change(org, { guests: true })
  const operator = { org, id: 'operator', name: 'Operator', role: 'admin', kind: 'person' } as const
  await context.moderation.putRules(operator, [...GROUND_RULES], null)
  const person = (role: 'member' | 'moderator' | 'admin'): Promise<string> =>
    accounts.issue(org, { id: `${word}-${role}`, username: `${word} ${role}`, role }, 1)
  const tokens = {
    nobody: null,
    guest: (await accounts.welcome(org, `${word} guest`)).token,
    member: await person('member'),
    moderator: await person('moderator'),
    admin: await person('admin'),
    key: (await accounts.apiKeys.create(org, { name: `${word} server`, scopes: [...SCOPES] })).key,
  }
  return { context, app, org, word, tokens }
}
