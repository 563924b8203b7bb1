import { DEFAULT_SETTINGS, type Discussion, type Settings, settingsSchema } from './model.ts'

/** What an org decides for its discussions; `accounts` keeps it. */
export type OrgRules = {
  settings: Partial<Settings>
  /** Whether the first comment on a resource opens its discussion. */
  opensOnFirstComment: boolean
  /** Names of the reactions it offers, with what is shown for each. */
  reactions: Readonly<Record<string, string>>
  /** Where its pages are; empty for anywhere. */
  origins: readonly string[]
  /** For how long guests may edit and delete what they wrote. */
  guestSeconds: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The discussion's own settings, then the org's, then the defaults; how it is stored is its own alone. */
export function settingsOf(discussion: Discussion, rules: OrgRules): Settings {
  const { layout, order, settings } = discussion
  return { ...DEFAULT_SETTINGS, ...rules.settings, ...settings, layout, order }
}

/** What may be done in it now: a discussion that is open closes by itself after some days, where that is set. */
export function stateAt(now: number, discussion: Discussion, settings: Settings): Settings['state'] {
  const { state, closeAfterDays } = settings
  const isOver = closeAfterDays > 0 && now >= Date.parse(discussion.created) + closeAfterDays * DAY_MS
  return state === 'open' && isOver ? 'closed' : state
}

/** What is kept for an org may be older than the rules for it: what does not fit is left at its default. */
export function readOrgSettings(kept: Readonly<Record<string, unknown>>): Partial<Settings> {
  const fitting = Object.entries(kept).filter(([name, value]) => flawOfSetting(name, value) === null)
  return Object.fromEntries(fitting)
}

/** What is wrong with one setting, in words; null where it may be set. */
function flawOfSetting(name: string, value: unknown): string | null {
  const { error } = settingsSchema.partial().safeParse({ [name]: value })
  return error === undefined ? null : (error.issues[0]?.message ?? 'does not fit')
}
