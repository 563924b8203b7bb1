export const ROLES = ['commenter', 'staff', 'moderator', 'admin'] as const

export type Role = (typeof ROLES)[number]

/** Who asks: a person of one org, as a verified token told it. `accounts` finds out. */
export type Actor = { org: string; id: string; name: string; role: Role }
