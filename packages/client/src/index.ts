/** What a thread needs. The rest has entries of its own; `call` reaches every operation there is. */
export { type Answer, call, type CallOptions, type Operation } from './call.ts'
export { connect, type ConnectOptions, type Palaver, type World } from './connect.ts'
export { counts } from './counts.ts'
export { discussion, type DiscussionRef, type Thread } from './discussion.ts'
export {
  type AbortedProblem,
  type NetworkProblem,
  PalaverError,
  type Problem,
  type ProblemCode,
  type UnsentProblem,
} from './error.ts'
export type {
  Comment,
  Discussion,
  Held,
  Mine,
  Node,
  Operations,
  Page,
  Permalink,
  Posted,
  Preview,
  Tree,
  Voted,
} from './generated/types.ts'
export { type Listing, pages } from './listing.ts'
export { about, type At, comments, permalink, replies, subthread, tree } from './reading.ts'
export { mine, react, vote } from './voting.ts'
export { edit, post, preview, remove } from './writing.ts'
