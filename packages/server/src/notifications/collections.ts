import { type CollectionSpec, defineCollection } from '@palaver/store'
import type { Audience, Following, Inbox, Notification, Telling, Window } from './model.ts'
import type { Preferences } from './preferences/model.ts'
import { marks } from './restored.ts'
import type { TopicFollowing } from './topics/model.ts'

export const followings = defineCollection<Following>({
  name: 'followings',
  shardKey: ['discussion', 'person'],
  id: { from: ['discussion', 'person'] },
  indexes: [
    { name: 'ofDiscussion', on: ['discussion', 'person'] },
    { name: 'ofPerson', on: ['person', 'at'] },
  ],
})

/** Those who watch a topic are found by themselves: the others may be many. */
export const topicFollowings = defineCollection<TopicFollowing>({
  name: 'topicFollowings',
  shardKey: ['topic', 'person'],
  id: { from: ['person', 'topic'] },
  indexes: [
    { name: 'ofTopic', on: ['topic', 'level', 'person'] },
    { name: 'ofPerson', on: ['person', 'at'] },
  ],
})

export const audiences = defineCollection<Audience>({ name: 'audiences', expires: 'expires' })

/** `_id` is person and event, so that who writes one twice finds it. */
export const notifications = defineCollection<Notification>({
  name: 'notifications',
  shardKey: ['person', 'event'],
  id: { from: ['person', 'event'] },
  expires: 'expires',
  indexes: [
    { name: 'shown', on: ['person', 'isShown', 'position'] },
    { name: 'unread', on: ['person', 'isUnread', 'position'] },
    { name: 'ofDiscussion', on: ['person', 'discussion', 'isUnread', 'position'] },
    { name: 'ofComment', on: ['person', 'discussion', 'slug', 'position'] },
    { name: 'ofGroup', on: ['person', 'group', 'isShown', 'position'] },
    { name: 'ofActor', on: ['actor.id', 'person', 'isShown', 'position'] },
    { name: 'social', on: ['person', 'isSocial', 'isUnread', 'position'] },
    { name: 'ofPost', on: ['post', 'isShown', 'position'] },
    { name: 'retracted', on: ['person', 'retracted'] },
  ],
})

export const inboxes = defineCollection<Inbox>({ name: 'inboxes' })

/** `_id` is the person. */
export const preferences = defineCollection<Preferences>({
  name: 'preferences',
  indexes: [{ name: 'watchers', on: ['org', 'choices.elsewhere', '_id'] }],
})

/** `_id` is event, channel and person: one look tells what became of it. */
export const tellings = defineCollection<Telling>({
  name: 'tellings',
  expires: 'expires',
  indexes: [{ name: 'ofPerson', on: ['person', 'channel', 'changed'] }],
})

/** `_id` begins with channel and person. */
export const windows = defineCollection<Window>({
  name: 'windows',
  expires: 'expires',
  indexes: [
    { name: 'next', on: ['channel', 'state', 'next'] },
    { name: 'ofPerson', on: ['person', 'channel', 'state', 'due'] },
  ],
})

export const notificationCollections = [
  followings,
  topicFollowings,
  audiences,
  notifications,
  inboxes,
  preferences,
  tellings,
  windows,
  marks,
]

/** What is written for each thing that people are told. */
export const toldCollections: readonly CollectionSpec[] = [audiences, notifications, tellings, windows]
