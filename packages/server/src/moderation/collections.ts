import { defineCollection } from '@palaver/store'
import type { Act, AuditEntry, Author, Bulk, Case, Held, Report, Rules } from './model.ts'

export const moderationRules = defineCollection<Rules>({ name: 'moderationRules' })

export const held = defineCollection<Held>({
  name: 'held',
  indexes: [
    { name: 'queue', on: ['org', 'state', 'at'] },
    { name: 'byAuthor', on: ['org', 'author.id', 'at'] },
    { name: 'byDiscussion', on: ['discussion', 'state', 'at'] },
    { name: 'secretOf', on: ['org', 'author.id', 'secretly', 'at'] },
    { name: 'secretIn', on: ['org', 'author.id', 'secretly', 'discussion', 'at'] },
    { name: 'ownInDiscussion', on: ['discussion', 'author.id', 'state', 'at'] },
  ],
})

export const acts = defineCollection<Act>({
  name: 'acts',
  indexes: [
    { name: 'onComment', on: ['discussion', 'slug'] },
    { name: 'byModerator', on: ['org', 'by.id'] },
  ],
})

export const reports = defineCollection<Report>({
  name: 'reports',
  indexes: [
    { name: 'ofCase', on: ['case', 'at'] },
    { name: 'ofPerson', on: ['org', 'by', 'at'] },
  ],
})

export const cases = defineCollection<Case>({ name: 'cases', indexes: [{ name: 'queue', on: ['org', 'state', 'at'] }] })

/** Derived: whose comments were published. */
export const standingOf = defineCollection<Author>({ name: 'standingOf' })

export const audit = defineCollection<AuditEntry>({
  name: 'audit',
  indexes: [
    { name: 'chain', on: ['org', 'n'] },
    { name: 'byModerator', on: ['org', 'by', 'n'] },
    { name: 'onPerson', on: ['org', 'person', 'n'] },
    { name: 'inDiscussion', on: ['org', 'discussion', 'n'] },
  ],
})

export const bulks = defineCollection<Bulk>({
  name: 'bulks',
  indexes: [
    { name: 'ofOrg', on: ['org', 'at'] },
    { name: 'byModerator', on: ['org', 'by.id'] },
  ],
})

/** A secret of the installation: addresses are kept as hashes that nobody without it can undo. */
export const secrets = defineCollection<{ _id: string; secret: string }>({ name: 'secrets' })

export const moderationCollections = [
  moderationRules,
  held,
  acts,
  reports,
  cases,
  standingOf,
  audit,
  bulks,
  secrets,
] as const
