import { ADMINS, ALL, type Example, KNOWN, PEOPLE } from './example.ts'

/** Of the operations on trees of topics. */
export const TOPIC_EXAMPLES: Readonly<Record<string, Example>> = {
  // With a tree to be listed.
  listTopicTrees: { may: ALL, query: ({ org, tree }) => (tree === '' ? {} : { org }) },
  createTopicTree: {
    may: ADMINS,
    body: ({ resource }) => ({
      key: resource.toLowerCase(),
      name: 'A tree',
      locale: 'de',
      pages: { topic: 'https://example.org/topics/{path}', discussion: null },
    }),
  },
  getTopicTree: { may: ALL, query: ({ org }) => ({ org }) },
  changeTopicTree: { may: ADMINS, body: () => ({ name: 'Another name' }) },
  listTopics: { may: ALL, query: ({ org, topic }) => ({ org, parent: topic }) },
  createTopic: {
    may: ADMINS,
    body: ({ topic }) => ({
      name: 'Old books',
      parent: topic,
      description: 'What is out of print.',
      emoji: '📚',
      colour: '#0a7f5c',
      locales: { de: { name: 'Alte Bücher' } },
      visibility: 'public',
      starts: 'members',
    }),
  },
  getTopicAt: { may: ALL, query: ({ org, topicPath }) => ({ org, path: topicPath }) },
  searchTopics: { may: ALL, query: ({ org, topicPath }) => ({ org, q: topicPath }) },
  getTopic: { may: ALL },
  changeTopic: {
    may: ADMINS,
    body: ({ otherTopic }) => ({ name: 'Another', parent: otherTopic, locales: { fr: { name: 'Autre' }, de: null } }),
  },
  deleteTopic: { may: ADMINS, query: ({ otherTopic }) => ({ how: 'move', to: otherTopic }) },
  mergeTopic: { may: ADMINS, body: ({ otherTopic }) => ({ into: otherTopic }) },
  restoreTopic: { may: ADMINS, body: () => ({}) },
  listTopicDiscussions: { may: ALL },
  startDiscussion: { may: KNOWN, body: () => ({ title: 'A question', text: 'Which *one*?', tags: ['old'] }) },
  getMyTopic: { may: PEOPLE },
}
