import { ADMINS, ALL, type Example, PEOPLE, STAFF, USERS } from './example.ts'
import { PICTURE, ticketOf } from './photo-ids.ts'

/** What belongs to one person is not there for others. */
const NOT_THEIRS = { moderator: 'photo-not-found', admin: 'photo-not-found' } as const

/** Of the operations by which people follow each other, and of what they write. */
export const SOCIAL_EXAMPLES: Readonly<Record<string, Example>> = {
  getPerson: { may: ALL, query: ({ org }) => ({ org }) },
  listFollowers: { may: ALL, query: ({ org }) => ({ org }) },
  listFollowing: { may: ALL, query: ({ org }) => ({ org }) },
  getProfile: { may: USERS },
  changeProfile: {
    may: USERS,
    body: () => ({
      bio: 'Writes *now and then*.',
      links: ['https://example.org/'],
      locale: 'de',
      isPrivate: false,
      wall: 'everyone',
      reviewsWall: true,
      lists: 'everyone',
    }),
  },
  listFollowRequests: { may: USERS },
  follow: { may: USERS },
  unfollow: { may: USERS },
  acceptFollower: { may: USERS },
  declineFollower: { may: USERS },
  removeFollower: { may: USERS },
  getMutedWords: { may: USERS },
  putMutedWords: { may: USERS, body: () => ({ words: [{ word: 'spoiler', until: '2999-01-01T00:00:00.000Z' }] }) },
  listCircles: { may: USERS },
  createCircle: { may: USERS, body: ({ resource }) => ({ name: `Of $${resource}. 🎈` }) },
  renameCircle: { may: USERS, body: ({ resource }) => ({ name: `Also ${resource}` }) },
  deleteCircle: { may: USERS },
  listCirclePeople: { may: USERS },
  addToCircle: { may: USERS },
  removeFromCircle: { may: USERS },
  writePost: {
    may: USERS,
    body: ({ circle, socialPost }) => ({
      text: 'A *post*.',
      audience: { to: 'chosen', circles: [circle] },
      link: 'https://example.org/a',
      place: { name: 'A café', latitude: 52.5, longitude: 13.4, coarse: 1 },
      poll: { choices: ['Yes', 'No'], isMultiple: true, seconds: 3600 },
      of: socialPost,
    }),
  },
  getPost: { may: ALL, query: ({ org }) => ({ org }) },
  changePost: {
    may: ['moderator'],
    body: ({ person }) => ({ text: 'Another *text*.', audience: { to: 'people', people: [person] } }),
  },
  deletePost: { may: ['moderator', 'admin'] },
  getPostHistory: { may: ['moderator'] },
  reactToPost: { may: USERS, body: () => ({ reaction: 'like' }) },
  voteInPoll: { may: USERS, body: () => ({ choices: [0] }) },
  repost: { may: USERS, body: () => ({ audience: { to: 'followers' } }) },
  reviewPost: { may: ['member'], body: () => ({ shows: false }) },
  // With a post to be listed.
  getNews: { may: USERS, query: ({ socialPost }) => (socialPost === '' ? {} : { order: 'latest' }) },
  getWall: { may: ALL, query: ({ org }) => ({ org }) },
  getIncoming: { may: USERS },
  streamNews: { may: USERS },
  reportPost: { may: ['member', 'admin'], body: () => ({ reason: 'spam', text: 'Look.' }) },
  getPostQueue: { may: STAFF },
  decideOnPost: { may: STAFF, body: () => ({ decision: 'reject', reason: 'It is not fine.' }) },
  // Nothing is fetched in tests.
  previewLink: { may: PEOPLE, body: () => ({ url: 'https://example.org/' }) },
  bringPhoto: { may: USERS, bytes: { type: 'image/png', content: PICTURE } },
  describePhoto: { may: ['member'], refused: NOT_THEIRS, body: () => ({ alt: 'A dot.' }) },
  deletePhoto: { may: ['member'], refused: NOT_THEIRS },
  getPhoto: { may: ALL, query: ({ photo }) => ({ size: 'small', for: ticketOf(photo) }) },
  holdPerson: { may: ADMINS, body: () => ({ reason: 'A court has asked for it.' }) },
  releasePerson: { may: ADMINS },
}
