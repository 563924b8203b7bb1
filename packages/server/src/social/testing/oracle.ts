/**
 * A tiny model of people and their posts, in plain words and nothing of the code that it judges: who may see what is
 * worked out from what everybody has done.
 */
export type To = { to: 'public' | 'followers' | 'circles' | 'chosen' | 'people'; circles: string[]; people: string[] }

export type Written = {
  id: string
  author: string
  wall: string | null
  wallState: 'shown' | 'waiting' | 'declined'
  isRepost: boolean
  /** What is passed on or quoted. */
  of: Written | null
  to: To
  isPoll: boolean
  isDeleted: boolean
  reactions: Map<string, string>
  votes: Map<string, number>
  comments: string[]
}

export class Oracle {
  readonly people: readonly string[]
  /** `ada>bob`: ada follows bob, or has asked to. */
  readonly edges = new Map<string, 'asked' | 'follows'>()
  readonly blocks = new Set<string>()
  readonly mutes = new Set<string>()
  readonly private = new Set<string>()
  /** Who may write on whose wall, and whether that waits until it was looked at. */
  readonly walls = new Map<string, { from: 'everyone' | 'followers' | 'following' | 'nobody'; isCareful: boolean }>()
  /** By owner, then by the key of the circle. */
  readonly circles = new Map<string, Map<string, Set<string>>>()
  /** In the order in which they were written. */
  readonly posts: Written[] = []

  constructor(people: readonly string[]) {
    this.people = people
  }

  follows = (a: string, b: string): boolean => this.edges.get(`${a}>${b}`) === 'follows'
  apart = (a: string, b: string): boolean => this.blocks.has(`${a}>${b}`) || this.blocks.has(`${b}>${a}`)
  circlesOf = (owner: string): Map<string, Set<string>> => this.circles.get(owner) ?? new Map<string, Set<string>>()

  /** Whether it shows by itself, whatever it passes on. */
  #mayRead(viewer: string | null, post: Written): boolean {
    if (post.isDeleted) return false
    if (viewer === post.author) return true
    if (viewer !== null && this.apart(viewer, post.author)) return false
    if (viewer !== null && viewer === post.wall) return true
    if (post.wall !== null && !this.#wallIsOpen(viewer, post.wall, post.wallState)) return false
    return this.#isAddressed(viewer, post)
  }

  #wallIsOpen(viewer: string | null, owner: string, state: Written['wallState']): boolean {
    if (state !== 'shown') return false
    if (viewer === null) return !this.private.has(owner)
    if (this.apart(viewer, owner)) return false
    return !this.private.has(owner) || this.follows(viewer, owner)
  }

  #isAddressed(viewer: string | null, { author, to }: Written): boolean {
    const isFollower = viewer !== null && this.follows(viewer, author)
    if (to.to === 'public') return isFollower || !this.private.has(author)
    if (to.to === 'followers') return isFollower
    if (viewer === null) return false
    if (to.to === 'people') return to.people.includes(viewer)
    const circles = [...this.circlesOf(author)].filter(([, members]) => members.has(viewer))
    return circles.some(([key]) => to.to === 'circles' || to.circles.includes(key))
  }

  sees(viewer: string | null, post: Written): boolean {
    return this.#mayRead(viewer, post) && (!post.isRepost || (post.of !== null && this.#mayRead(viewer, post.of)))
  }

  mayWriteOn(writer: string, owner: string): boolean {
    if (this.apart(writer, owner)) return false
    const { from } = this.walls.get(owner) ?? { from: 'nobody' }
    if (from === 'followers') return this.follows(writer, owner)
    return from === 'everyone' || (from === 'following' && this.follows(owner, writer))
  }

  /** Those of whom somebody does not want to hear, or is kept from. */
  avoids = (viewer: string | null, person: string): boolean =>
    viewer !== null && (this.mutes.has(`${viewer}>${person}`) || this.apart(viewer, person))

  /** The part that is quoted, in a list. */
  quoted = (viewer: string | null, { of }: Written): Written | null =>
    of !== null && this.#mayRead(viewer, of) && !this.avoids(viewer, of.author) ? of : null

  #newestFirst = (isWanted: (post: Written) => boolean): Written[] => this.posts.filter(isWanted).toReversed()

  news(viewer: string): Written[] {
    return this.#newestFirst(
      (post) =>
        (post.author === viewer || this.follows(viewer, post.author)) &&
        !this.avoids(viewer, post.author) &&
        this.sees(viewer, post) &&
        (!post.isRepost || this.quoted(viewer, post) !== null),
    )
  }

  wall(viewer: string | null, owner: string, lane: 'shown' | 'waiting'): Written[] {
    const isThere = (post: Written): boolean =>
      lane === 'waiting'
        ? post.wall === owner && post.wallState === 'waiting'
        : post.author === owner || (post.wall === owner && post.wallState === 'shown')
    return this.#newestFirst(
      (post) =>
        isThere(post) &&
        this.sees(viewer, post) &&
        (post.author === owner || !this.avoids(viewer, post.author)) &&
        (!post.isRepost || this.quoted(viewer, post) !== null),
    )
  }

  /** What is counted of a person. */
  numbersOf(person: string) {
    const towards = (end: 'from' | 'to', state: 'asked' | 'follows'): number =>
      [...this.edges].filter(([edge, is]) => is === state && edge.split('>')[end === 'from' ? 0 : 1] === person).length
    const posts = this.posts.filter(({ author, isDeleted }) => author === person && !isDeleted)
    return {
      followers: towards('to', 'follows'),
      following: towards('from', 'follows'),
      asked: towards('to', 'asked'),
      posts: posts.length,
      open: posts.filter(isForAll).length,
    }
  }

  /** What is counted of a post. */
  numbersOfPost(post: Written) {
    const passing = this.posts.filter(({ of, ...one }) => of === post && isForAll(one))
    const reactions: Record<string, number> = {}
    for (const reaction of post.reactions.values()) reactions[reaction] = (reactions[reaction] ?? 0) + 1
    const votes = [0, 1].map((choice) => [...post.votes.values()].filter((vote) => vote === choice).length)
    return {
      reactions,
      reposts: passing.filter(({ isRepost }) => isRepost).length,
      quotes: passing.filter(({ isRepost }) => !isRepost).length,
      votes: post.votes.size === 0 ? [] : votes,
      voters: post.votes.size,
    }
  }
}

const isForAll = ({ to, wallState, isDeleted }: Pick<Written, 'to' | 'wallState' | 'isDeleted'>): boolean =>
  !isDeleted && to.to === 'public' && wallState === 'shown'
