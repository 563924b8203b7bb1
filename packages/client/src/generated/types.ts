// Made from the OpenAPI document of the service by `npm run generate`: change the service, not this file.

/** Whatever is commented on: its own type and id, kept exactly. */
export type Resource = {
  type: string
  id: string
}

export type Discussion = {
  id: string
  org: string
  resource: Resource
  title: string | null
  url: string | null
  /** Id of the topic that it is in. */
  topic: string | null
  tags: string[]
  created: string
  /** At this moment: it may have closed by itself. */
  state: 'open' | 'closed' | 'read-only'
  /** Those in force: its own, then the org's, then the defaults. */
  settings: {
    layout: 'per-comment' | 'embedded' | 'hybrid'
    order: 'chronological' | 'threaded'
    maxDepth: number
    deletion: 'tombstone' | 'cascade' | 'refuse'
    state: 'open' | 'closed' | 'read-only'
    closeAfterDays: number
    editWindow: number
    maxLength: number
  }
  comments: number
  /** Slugs of comments that a moderator put in front. */
  pinned: string[]
  rev: number
}

export type Counts = {
  counts: {
    discussion?: string | undefined
    id?: string | undefined
    resource?: string | undefined
    /** Null where there is no discussion, or only what is held in it. */
    comments: number | null
  }[]
}

export type Posted = {
  discussion: string
  comment: CommentWithText
  /** What its author should know, although it was taken. */
  notices: {
    code: 'too-many-mentions'
    detail: string
  }[]
}

export type CommentWithText = {
  /** Its path: its own part behind those of its ancestors. It never changes. */
  slug: string
  parentSlug: string | null
  /** What was replied to, where that was deeper than is allowed. */
  replyTo: string | null
  depth: number
  posted: string
  edited: string | null
  author: {
    id: string
    name: string
  } | null
  /** Rendered and sanitised. */
  html: string
  mentions: {
    id: string
    name: string
  }[]
  /** Of a comment that is not published only its place is shown. */
  status: 'published' | 'rejected' | 'spam' | 'deleted'
  rev: number
  replies: number
  votes: {
    up: number
    down: number
  }
  reactions: Record<string, number>
  /** The Markdown that it was written in. */
  text: string
}

/** It waits for a moderator; until then only its author sees it. */
export type Held = {
  discussion: string
  held: {
    id: string
    text: string
    why: {
      phase: string
      reason: string
    }[]
  }
}

export type Permalink = {
  discussion: string
  comment: CommentWithText
  ancestors: Comment[]
}

export type Comment = {
  /** Its path: its own part behind those of its ancestors. It never changes. */
  slug: string
  parentSlug: string | null
  /** What was replied to, where that was deeper than is allowed. */
  replyTo: string | null
  depth: number
  posted: string
  edited: string | null
  author: {
    id: string
    name: string
  } | null
  /** Rendered and sanitised. */
  html: string
  mentions: {
    id: string
    name: string
  }[]
  /** Of a comment that is not published only its place is shown. */
  status: 'published' | 'rejected' | 'spam' | 'deleted'
  rev: number
  replies: number
  votes: {
    up: number
    down: number
  }
  reactions: Record<string, number>
}

/** Earlier texts, the oldest first; `at` is when each was replaced, `by` whom. */
export type History = {
  revisions: {
    text: string
    at: string
    by: string
  }[]
}

export type Preview = {
  html: string
  mentions: {
    id: string
    name: string
  }[]
}

export type Page = {
  discussion: string
  comments: Comment[]
  /** For the query parameter of that name; null at the end. */
  next: string | null
  /** For the query parameter of that name; null at the end. */
  previous: string | null
}

export type Tree = {
  discussion: string
  roots: Node[]
  /** For the query parameter of that name; null at the end. */
  next: string | null
  /** For the query parameter of that name; null at the end. */
  previous: string | null
}

export type Node = {
  comment: Comment
  replies: Node[]
  /** Cursor of its replies that are not shown, for the list of its replies. */
  more: string | null
}

/** What the caller thinks of the comment now; counts follow. */
export type Voted = {
  slug: string
  value: -1 | 0 | 1
  reactions: string[]
}

/** What the caller gave to comments and may do with them. */
export type Mine = {
  comments: {
    slug: string
    value: -1 | 0 | 1
    reactions: string[]
    mayEdit: boolean
    mayDelete: boolean
    /** Of somebody whom the caller muted or blocked, or who blocked the caller. */
    hidden: boolean
  }[]
}

export type TopicTrees = {
  trees: TopicTree[]
}

export type TopicTree = {
  key: string
  name: string
  locale: string
  pages: {
    topic: string | null
    discussion: string | null
  }
  version: number
  /** How many of them the caller sees. */
  topics: number
  /** The change that is being written; whoever reads sees it done. For who sees all topics. */
  pending: {
    kind: 'created' | 'changed' | 'moved' | 'merged' | 'retired' | 'restored' | 'imported' | 'repaired'
    done: number
    total: number
  } | null
  /** How far lists of discussions have followed what was moved. For who sees all topics. */
  catchingUp: {
    done: number
    total: number
  } | null
  rev: number
}

export type Topics = {
  topics: Topic[]
  /** For the query parameter cursor; null at the end. */
  next: string | null
}

export type Topic = {
  id: string
  tree: string
  parent: string | null
  slug: string
  /** Its address in the tree, in the language that was asked for. */
  path: string
  name: string
  description: string | null
  emoji: string | null
  colour: string | null
  /** Language of the name. */
  locale: string
  locales: Record<
    string,
    {
      name: string
      slug: string | null
      description: string | null
    }
  >
  visibility: 'public' | 'members' | 'roles'
  roles: ('member' | 'moderator' | 'admin')[]
  /** Null where the topic above says it. */
  starts: 'everyone' | 'members' | 'moderators' | 'admins' | null
  ref: string | null
  depth: number
  children: number
  /** In it, and with all that is below it; a second old at most, once the tree is at rest. */
  counts: {
    discussions: number
    comments: number
    allDiscussions: number
    allComments: number
  }
  /** Of the host's page, where the tree says where those are. */
  url: string | null
  created: string
  rev: number
  breadcrumb?:
    | {
        id: string
        name: string
        emoji: string | null
        slug: string
        path: string
        url: string | null
      }[]
    | undefined
}

export type TopicPage = {
  topic: Topic
  /** The topics above it, the root first. */
  breadcrumb: {
    id: string
    name: string
    emoji: string | null
    slug: string
    path: string
    url: string | null
  }[]
  /** Of the tree: all of this was so at that version. */
  version: number
}

export type FoundTopics = {
  topics: Topic[]
}

export type TopicDiscussions = {
  discussions: TopicDiscussion[]
  /** For the query parameter cursor; null at the end. */
  next: string | null
}

export type TopicDiscussion = {
  id: string
  resource: {
    type: string
    id: string
  }
  title: string | null
  url: string | null
  /** The topic that it is in. */
  topic: {
    id: string
    name: string
    path: string
  }
  tags: string[]
  created: string
  /** When somebody last wrote there. */
  activity: string
  comments: number
}

export type MyTopic = {
  mayStart: boolean
  mayArrange: boolean
}

export type PersonPage = {
  id: string
  name: string
  /** How the name is written behind an @ to mention this person. */
  handle: string
  url: string | null
  avatar: string | null
  /** For moderators only. */
  ban?:
    | {
        until: string | null
        reason: string
      }
    | null
    | undefined
  /** For moderators only. */
  shadow?:
    | {
        until: string | null
        reason: string
      }
    | null
    | undefined
  /** For admins and the host's own servers only. */
  hostId?: string | undefined
  /** For admins and the host's own servers only. */
  email?: string | null | undefined
  /** Who wants to follow them asks first. */
  isPrivate: boolean
  /** Rendered and sanitised. */
  bio: string
  links: string[]
  locale: string | null
  /** What else the org lets people say of themselves: those that the caller may see. */
  fields: {
    name: string
    label: string
    value: string
  }[]
  created: string | null
  numbers: {
    followers: number
    following: number
    posts: number
  }
  /** How the caller stands with them; null for nobody and for oneself. */
  you: {
    follows: 'asked' | 'follows' | null
    followsYou: boolean
    isMuted: boolean
    isBlocked: boolean
    /** Ids of the caller's circles that they are in. */
    circles: string[]
    /** Whether the caller may write on their wall. */
    mayWrite: boolean
  } | null
}

export type PersonBriefs = {
  people: PersonBrief[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type PersonBrief = {
  id: string
  name: string
  avatar: string | null
  isPrivate: boolean
}

export type FollowRequests = {
  people: {
    person: PersonBrief
    at: string
  }[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type Profile = {
  name: string
  /** It is one that they gave themselves, not the host's. */
  ownName: boolean
  avatar: string | null
  /** In Markdown. */
  bio: string
  /** The same, rendered and sanitised. */
  bioHtml: string
  links: string[]
  locale: string | null
  fields: {
    name: string
    value: string
    to: 'everyone' | 'followers' | 'following' | 'nobody'
  }[]
  /** The fields that there are. */
  offers: {
    name: string
    label: string
  }[]
  /** Id of a photo that stands instead of the host's picture. */
  picture: string | null
  /** Who wants to follow them asks first. */
  isPrivate: boolean
  /** Who may write on their wall. */
  wall: 'everyone' | 'followers' | 'following' | 'nobody'
  /** What others write there waits until they let it show. */
  reviewsWall: boolean
  /** Who sees whom they follow, and who follows them. */
  lists: 'everyone' | 'followers' | 'following' | 'nobody'
  rev: number
}

export type MutedWords = {
  words: {
    word: string
    until: string | null
  }[]
}

export type Following = {
  /** `asked`: the account is private, and its owner has yet to let them. */
  state: 'asked' | 'follows' | null
}

export type Circles = {
  circles: Circle[]
}

/** Nobody but its owner ever learns of it. */
export type Circle = {
  id: string
  name: string
  created: string
  people: number
}

export type Post = {
  id: string
  author: PersonBrief
  /** On whose wall it is, where that is not that of its author. */
  wall: PersonBrief | null
  wallState: 'shown' | 'waiting' | 'declined'
  kind: 'status' | 'link' | 'photo' | 'checkin' | 'poll' | 'repost'
  posted: string
  edited: string | null
  rev: number
  /** To others than its author it says no more than whether it is for all, followers, or some. */
  audience:
    | {
        to: 'public' | 'followers' | 'circles' | 'chosen' | 'people'
        circles: string[]
        people: string[]
      }
    | {
        to: 'public' | 'followers' | 'limited'
      }
  /** The Markdown that it was written in: for its author. */
  text: string | null
  /** Rendered and sanitised. */
  html: string
  mentions: {
    id: string
    name: string
  }[]
  link: {
    url: string
    /** What its page says of itself; null where that is not known. */
    preview: {
      title: string
      description: string
      site: string
      picture: PostPhoto | null
    } | null
  } | null
  photos: PostPhoto[]
  place: {
    name: string
    latitude: number
    longitude: number
  } | null
  poll: {
    choices: {
      text: string
      votes: number
    }[]
    isMultiple: boolean
    closes: string
    isClosed: boolean
    voters: number
  } | null
  /** What it passes on or quotes. */
  of: Post | null
  /** It quotes something that is not there for the caller. */
  isOfGone: boolean
  status: 'published' | 'held' | 'rejected' | 'deleted'
  /** Why it is held or was taken down: for its author. */
  reason: string | null
  numbers: {
    comments: number
    reactions: Record<string, number>
    reposts: number
    quotes: number
  }
  /** What the caller has given it, and may do with it. */
  mine: {
    reaction: string | null
    /** Id of the post with which the caller passed it on. */
    repost: string | null
    votes: number[] | null
    mayEdit: boolean
    mayDelete: boolean
    /** It is on the caller's wall, where they say whether it shows. */
    mayReview: boolean
  }
  /** The last three comments. */
  latest: Comment[]
}

export type PostPhoto = {
  id: string
  alt: string
  width: number
  height: number
  /** Its address, for this viewer and a while. */
  small: string
  large: string
}

/** The last ten, each with the moment at which it was replaced. */
export type PostHistory = {
  texts: {
    text: string
    at: string
  }[]
}

export type Posts = {
  posts: Post[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type PostQueue = {
  items: QueuedPost[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
  counts: {
    held: number
    reported: number
    isMore: boolean
  }
}

export type QueuedPost = {
  kind: 'held' | 'reported'
  at: string
  post: Post
  /** Why it is held, as its author is told. */
  why: string | null
  /** How many people have reported it. */
  count: number
  /** The last of what they say. */
  reports: {
    person: string
    reason: 'spam' | 'abuse' | 'off-topic' | 'illegal' | 'other'
    text: string | null
    at: string
  }[]
}

export type DecidedPost = {
  status: 'published' | 'rejected'
  rev: number
}

export type LinkPreview =
  | {
      state: 'ready'
      /** As its author wrote it: where the link leads. */
      url: string
      title: string
      description: string | null
      /** What the page calls its site: not to be relied on. */
      site: string | null
      /** A copy that the service keeps; null where there is none. */
      picture: {
        id: string
        width: number
        height: number
      } | null
      lang: string | null
    }
  | {
      /** `wanted`: not known yet, ask again or post without. `none`: there is nothing to show. */
      state: 'wanted' | 'none'
    }

/** A photo that waits for a day to be used. */
export type NewPhoto = {
  id: string
  width: number
  height: number
  small: {
    width: number
    height: number
  }
}

export type Photo = {
  id: string
  width: number
  height: number
  small: {
    width: number
    height: number
  }
  alt: string
}

export type Places = {
  places: {
    zone: string
    placement: Placement
    size: {
      width: number
      height: number
    } | null
    ads: PlacedAd[]
  }[]
}

export type Placement =
  | {
      kind: 'anywhere'
    }
  | {
      kind: 'topic'
    }
  | {
      kind: 'thread'
      after: number
      every: number | null
      most: number
    }
  | {
      kind: 'feed'
      every: number
      most: number
    }

export type PlacedAd = {
  /** Names it in `beside`, when more is asked for by the same page. */
  token: string
  format: 'card' | 'image' | 'html'
  label: 'Ad'
  advertiser: string | null
  title: string | null
  text: string | null
  action: string | null
  picture: {
    url: string
    width: number
    height: number
    alt: string
  } | null
  /** Only for a frame with a sandbox, never for the page itself. */
  html: string | null
  size: {
    width: number
    height: number
  } | null
  isHouse: boolean
  /** Where a click leads; all three are addresses of this service. */
  click: string
  impression: string
  viewable: string
}

export type ExplainedAds = {
  served: {
    zone: string
    flight: string
    creative: string
  }[]
  verdicts: {
    zone: string
    flight: string
    creative: string
    /** In micro-units, for a thousand impressions. */
    ecpm: number
    /** By which it is compared with others of its tier, on this page. */
    score: number
    /** The first rule that speaks against it; null where none does. */
    droppedBy: string | null
  }[]
  /** The topic of the page, and those above it. */
  topics: string[]
  /** Whether only the page counts, and nothing of who looks at it. */
  isContextual: boolean
}

export type PromoSites = {
  sites: PromoSite[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type PromoSite = {
  key: string
  name: string
  isOn: boolean
  /** No ads in these topics and below them, nor for these roles, nor for who has signed in at all. */
  off: {
    topics: string[]
    roles: ('member' | 'moderator' | 'admin')[]
    signedIn: boolean
  }
  /** Whose ads this site does not show. */
  blocked: {
    advertisers: string[]
    categories: string[]
  }
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type PromoZones = {
  zones: PromoZone[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type PromoZone = {
  key: string
  /** Key of its site. */
  site: string
  name: string
  isOn: boolean
  /** thread: between root comments, after the nth and then after each `every` more. feed: after each `every` posts. */
  placement:
    | {
        kind: 'anywhere'
      }
    | {
        kind: 'topic'
      }
    | {
        kind: 'thread'
        after: number
        every: number | null
        most: number
      }
    | {
        kind: 'feed'
        every: number
        most: number
      }
  /** In pixels; null for a card, which takes the width that it is given. */
  size: {
    width: number
    height: number
  } | null
  formats: ('card' | 'image' | 'html')[]
  /** The lowest price of a thousand impressions that is shown here. */
  floor: number
  /** best: highest eCPM. capped: and within frequency caps. targeted: and by keywords and all targeting. */
  design: 'best' | 'capped' | 'targeted'
  /** Creatives of the org itself, where nothing else is found. */
  house: string[]
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type Advertisers = {
  advertisers: Advertiser[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Advertiser = {
  id: string
  name: string
  category: string | null
  isArchived: boolean
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type Campaigns = {
  campaigns: Campaign[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Campaign = {
  id: string
  advertiser: string
  state: 'draft' | 'on' | 'paused' | 'archived'
  name: string
  /** The first that has anything to show is shown; house last. */
  tier: 'sponsor' | 'standard' | 'remnant' | 'house'
  from: string
  until: string | null
  /** Whose days and hours count. It is fixed once the campaign has begun. */
  timeZone: string
  /** Whole micro-units: 2.50 of the currency is 2500000. */
  budget: number
  /** The most that is spent on one day, in micro-units. */
  dailyCap: number | null
  /** Whether it may have several places on one page. */
  roadblock: boolean
  /** Whether those are shown its ads of whom nothing may be kept, where a cap would have to be kept. */
  withoutId: 'serve' | 'withhold'
  /** Whole micro-units. out: with nodes that decide; what they do not use comes back to what is left. */
  money: {
    budget: number
    spent: number
    left: number
    out: number
  }
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type Flights = {
  flights: Flight[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Flight = {
  id: string
  campaign: string
  name: string
  state: 'on' | 'paused' | 'archived'
  from: string | null
  until: string | null
  /** cpm: of a thousand impressions. cpc: of a click. cpa: of a conversion. flat: of all, once. */
  pricing: {
    model: 'cpm' | 'cpc' | 'cpa' | 'flat'
    /** Whole micro-units: 2.50 of the currency is 2500000. */
    price: number
  }
  /** Impressions, or clicks where those are paid for; null: as many as the budget pays for. */
  goal: number | null
  pacing: 'even' | 'asap'
  caps: {
    per: 'advertiser' | 'campaign' | 'creative'
    most: number
    seconds: number
  }[]
  /** Empty lists ask for nothing; what is excluded is excluded, whatever else fits. */
  targeting: {
    keywords: {
      include: string[]
      exclude: string[]
      mode: 'filter' | 'boost'
    }
    topics: {
      include: string[]
      exclude: string[]
    }
    locales: string[]
    devices: ('phone' | 'tablet' | 'desk')[]
    countries: {
      include: string[]
      exclude: string[]
    }
    dayparts: {
      days: number[]
      from: string
      until: string
    }[]
  }
  /** Keys of zones; empty: all that its creatives fit. */
  zones: string[]
  creatives: string[]
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type Creatives = {
  creatives: Creative[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Creative = {
  id: string
  advertiser: string
  format: 'card' | 'image' | 'html'
  name: string
  /** In pixels; null for a card, which takes the width that it is given. */
  size: {
    width: number
    height: number
  } | null
  card: {
    title: string
    text: string
    /** What the button says. */
    action: string
    photo: string | null
  } | null
  image: {
    photo: string
    /** What the image shows, for those who do not see it. */
    alt: string
  } | null
  /** Shown as it is, and only in a frame with a sandbox, from which nothing can be fetched. */
  html: string | null
  /** An http or https address; clicks lead there through this service. */
  destination: string
  /** Where its photo is to be seen, for a day. */
  picture: {
    url: string
    width: number
    height: number
    alt: string
  } | null
  review: {
    state: 'waiting' | 'approved' | 'rejected'
    reason: string | null
    by: string | null
    at: string | null
  }
  isArchived: boolean
  created: string
  /** For If-Match, as "r3". */
  rev: number
}

export type AdReport = {
  campaign: {
    id: string
    name: string
    state: 'draft' | 'on' | 'paused' | 'archived'
    timeZone: string
    budget: number
    /** All that was billed and can no longer change. */
    spent: number
    from: string
    until: string | null
  }
  from: string
  until: string
  by: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight'
  lines: {
    /** An instant for hours, a day of the campaign, a key of a zone, or an id; empty where there is none. */
    key: string
    /** What it is called, where it has a name for everybody. */
    label: string | null
    impressions: number
    viewable: number
    clicks: number
    conversions: number
    /** In micro-units. */
    spend: number
    /** Clicks by impressions, as a fraction. */
    ctr: number
    /** People, as in the total; null where lines are not whole days. */
    reach: number | null
  }[]
  total: {
    impressions: number
    viewable: number
    clicks: number
    conversions: number
    /** In micro-units. */
    spend: number
    /** Clicks by impressions, as a fraction. */
    ctr: number
    reach: number | null
  }
  /** False where much is still coming in, and not all of it is in here. */
  isComplete: boolean
}

export type AdReportLink = {
  link: string
  path: string
}

export type SharedAdReport = {
  advertiser: string
  reports: AdReport[]
}

export type ToldConversion = {
  counts: boolean
  /** Why it counts, or does not. */
  verdict: string
}

export type Org = {
  id: string
  name: string
  created: string
  opensOnFirstComment: boolean
  reactions: Record<string, string>
  origins: string[]
  audience: string | null
  guests: boolean
  guestSeconds: number
  privatePreviews: boolean
  /** What people may say of themselves, besides what all can. */
  profileFields: {
    name: string
    label: string
  }[]
  pages: {
    person: string | null
    post: string | null
  }
  /** Those that differ from the defaults. */
  settings: Record<string, string | number | boolean>
}

export type ApiKeys = {
  keys: ApiKey[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type ApiKey = {
  id: string
  name: string
  scopes: ('read' | 'comments' | 'moderation' | 'people' | 'settings')[]
  created: string
  /** To the minute. */
  lastUsed: string | null
  revoked: string | null
}

export type NewApiKey = {
  id: string
  name: string
  scopes: ('read' | 'comments' | 'moderation' | 'people' | 'settings')[]
  created: string
  /** To the minute. */
  lastUsed: string | null
  revoked: string | null
  /** Shown now and never again. */
  key: string
}

export type Guest = {
  /** To be sent as a bearer token; whoever has it is this guest. */
  token: string
  id: string
  expires: string
}

/** What became of each, in the order in which they were sent. */
export type PeopleTold = {
  people: {
    /** The host's id, as it was sent. */
    id: string | null
    /** The id of this person here. */
    person: string | null
    outcome: 'created' | 'updated' | 'unchanged' | 'invalid'
    errors: {
      path: string
      message: string
    }[]
  }[]
}

export type People = {
  people: Person[]
}

export type Person = {
  id: string
  name: string
  /** How the name is written behind an @ to mention this person. */
  handle: string
  url: string | null
  avatar: string | null
  /** For moderators only. */
  ban?:
    | {
        until: string | null
        reason: string
      }
    | null
    | undefined
  /** For moderators only. */
  shadow?:
    | {
        until: string | null
        reason: string
      }
    | null
    | undefined
  /** For admins and the host's own servers only. */
  hostId?: string | undefined
  /** For admins and the host's own servers only. */
  email?: string | null | undefined
}

export type Relations = {
  people: {
    id: string
    /** Null of guests and of people who are gone. */
    name: string | null
    avatar: string | null
    at: string
    /** When it ends by itself; null where it does not. */
    until: string | null
  }[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type OwnComments = {
  comments: {
    discussion: string
    resource: Resource
    title: string | null
    comment: CommentWithText
  }[]
  next: string | null
}

export type Queue = {
  items: QueueItem[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

/** One of them, as `kind` asked for. */
export type QueueItem = {
  held?: HeldItem | undefined
  reported?: Case | undefined
}

export type HeldItem = {
  id: string
  discussion: string
  kind: 'post' | 'edit'
  parent: string | null
  /** Of an edit: the comment. */
  slug: string | null
  author: {
    id: string
    name: string
  }
  text: string
  html: string
  /** Of a first comment: what it brings to its discussion, and what is published with it. */
  opens: {
    title: string
    url: string | null
    tags: string[]
  } | null
  at: string
  state: 'waiting' | 'approved' | 'published' | 'rejected' | 'spam' | 'withdrawn'
  /** Which phases held it, and why. */
  why: {
    phase: string
    reason: string
  }[]
  /** Of who has decided. */
  reason: string | null
  by: string | null
  /** For moderators: the same for all from one address; it is not the address. */
  address: string | null
  secretly: boolean
  /** Which text it is; to be named when one that was changed is approved. */
  rev: number
}

/** A comment that was reported. */
export type Case = {
  discussion: string
  slug: string
  reports: number
  reasons: {
    spam: number
    abuse: number
    'off-topic': number
    illegal: number
    other: number
  }
  state: 'open' | 'closed'
  at: string
  comment: {
    author: {
      id: string
      name: string
    }
    text: string
    html: string
    posted: string
    status: string
    address: string | null
  } | null
}

/** `isMore`: there are more than were counted. */
export type QueueCounts = {
  held: number
  reported: number
  isMore: boolean
}

export type HeldPage = {
  held: HeldItem[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type Act = {
  id: string
  act: 'reject' | 'spam' | 'delete' | 'publish' | 'keep'
  discussion: string
  slug: string
  reason: string | null
  by: string
  at: string
  state: 'begun' | 'done' | 'failed'
}

export type Bulk = {
  id: string
  act: 'reject' | 'spam' | 'delete' | 'publish'
  where: {
    user?: string | undefined
    word?: string | undefined
    /** An address, or what stands for one in a queue. */
    address?: string | undefined
    from?: string | undefined
    until?: string | undefined
  }
  reason: string | null
  by: string
  at: string
  state: 'running' | 'done'
  done: number
  changed: number
  of: number
  /** Could not be looked at, because the host did not say who may: begin another act for these. */
  left: number
}

export type Reports = {
  reports: Report[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type Report = {
  by: string
  reason: 'spam' | 'abuse' | 'off-topic' | 'illegal' | 'other'
  note: string | null
  at: string
}

/** What is looked at, in this order, before a text is published. */
export type ModerationRules = {
  phases: (
    | {
        phase: 'banned'
      }
    | {
        phase: 'honeypot'
      }
    | {
        phase: 'flood'
        seconds: number
        byAuthor?: number | undefined
        byAddress?: number | undefined
        action: 'hold' | 'refuse'
      }
    | {
        phase: 'repeats'
        minutes: number
        leastLength?: number | undefined
        action: 'hold' | 'refuse'
      }
    | {
        phase: 'words'
        words: string[]
        action: 'hold' | 'refuse'
      }
    | {
        phase: 'links'
        most?: number | undefined
        /** Where it is given, links to all other hosts are found. */
        allow?: string[] | undefined
        block?: string[] | undefined
        action: 'hold' | 'refuse'
      }
    | {
        phase: 'first-comment'
        /** So many published ones make an author known. */
        comments: number
      }
    | {
        phase: 'hook'
        /** What follows if it does not answer. */
        onFailure: 'hold' | 'publish'
      }
    | {
        phase: 'pre-moderation'
        /** Only in these; everywhere where none are named. */
        discussions?: string[] | undefined
      }
  )[]
  rev: number
}

export type AuditLog = {
  entries: AuditEntry[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

/** A line that is never changed: `hash` covers it and the line before. */
export type AuditEntry = {
  id: string
  n: number
  act: string
  at: string
  by: string | null
  person: string | null
  discussion: string | null
  slug: string | null
  held: string | null
  reason: string | null
  detail: string | null
  prev: string
  hash: string
}

export type Notifications = {
  entries: NotificationEntry[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
  /** Up to here everything is written: the bound for `upTo`, and where a stream goes on. */
  position: number
  /** All up to here is read. */
  readTo: number
  /** All up to here was seen. */
  seenTo: number
}

export type NotificationEntry = {
  /** Rows of one group are shown as one. */
  group: string
  /** Of the newest row, as are position, at and slug. */
  id: string
  position: number
  at: string
  slug: string | null
  reason:
    | 'mention'
    | 'reply'
    | 'wall'
    | 'quote'
    | 'request'
    | 'participating'
    | 'watching'
    | 'accepted'
    | 'follow'
    | 'repost'
    | 'reaction'
    | 'moderation'
  /** How many rows it stands for. */
  count: number
  /** There are others beyond those that were counted. */
  more: boolean
  unread: number
  /** The last who did it, three at most. */
  actors: {
    id: string
    name: string
  }[]
  /** How many did it. */
  people: number
  isArchived: boolean
  /** What it told of is not there any more. */
  isGone: boolean
  discussion: {
    id: string
    title: string | null
    url: string | null
    resource: {
      type: string
      id: string
    }
  } | null
  /** The post that it is about, or on which the comment is. */
  post: {
    id: string
    /** It is on the caller's wall and waits to be let show. */
    isWaiting: boolean
  } | null
  /** Where the post or the person is on the host's pages, where that is known. */
  url: string | null
  /** How the comment or the post begins, as it is now, in plain text. */
  excerpt: string | null
}

export type NotificationCounts = {
  unread: {
    count: number
    /** There are more than 999. */
    more: boolean
  }
  unseen: {
    count: number
    /** There are more than 999. */
    more: boolean
  }
  /** Up to here everything is written: the bound for `upTo`, and where a stream goes on. */
  position: number
  /** All up to here is read. */
  readTo: number
  /** All up to here was seen. */
  seenTo: number
}

export type NotificationsMarked = {
  /** How many this changed. */
  marked: number
  /** Some were not reached: the same call goes on with them. */
  more: boolean
}

export type OwnPreferences = {
  inForce: Preferences
  chosen: ChosenPreferences
  /** What links in mails have ended; it holds for mails alone. */
  unsubscribed: {
    all: boolean
    reasons: string[]
    discussions: string[]
  }
  rev: number
}

/** What holds: the choices, and the defaults. */
export type Preferences = {
  timeZone: string
  whereTakingPart: 'watching' | 'participating' | 'mentions' | 'muted'
  elsewhere: 'watching' | 'participating' | 'mentions' | 'muted'
  channels: Record<
    string,
    {
      on?: boolean | undefined
      reasons?: Record<string, boolean> | undefined
    }
  >
  reasons: Record<string, boolean>
  mutedTypes: string[]
  mutedUntil: string | null
  mail: 'instant' | 'hourly' | 'daily' | 'weekly' | 'off'
  digestAt: string
  digestDay: number
  quiet: {
    days: number[]
    from: string
    to: string
  } | null
}

/** What was chosen; all the rest is as the defaults say. */
export type ChosenPreferences = {
  timeZone?: string | undefined
  whereTakingPart?: 'watching' | 'participating' | 'mentions' | 'muted' | undefined
  elsewhere?: 'watching' | 'participating' | 'mentions' | 'muted' | undefined
  channels?:
    | Record<
        string,
        {
          on?: boolean | undefined
          reasons?: Record<string, boolean> | undefined
        }
      >
    | undefined
  reasons?: Record<string, boolean> | undefined
  mutedTypes?: string[] | undefined
  mutedUntil?: string | null | undefined
  mail?: 'instant' | 'hourly' | 'daily' | 'weekly' | 'off' | undefined
  digestAt?: string | undefined
  digestDay?: number | undefined
  quiet?:
    | {
        days: number[]
        from: string
        to: string
      }
    | null
    | undefined
}

export type Levels = {
  levels: Level[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type Level = {
  discussion: string
  resource: {
    type: string
    id: string
  }
  title: string | null
  url: string | null
  /** What holds. */
  level: 'watching' | 'participating' | 'mentions' | 'muted'
  /** What was chosen here; null where its topic or the defaults decide. */
  chosen: 'watching' | 'participating' | 'mentions' | 'muted' | null
  /** The topic for which the level was chosen; null where none decides. */
  fromTopic: string | null
  /** Whether one has written here. */
  takesPart: boolean
}

export type TopicLevels = {
  levels: TopicLevel[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

export type TopicLevel = {
  topic: string
  name: string
  path: string
  tree: string
  emoji: string | null
  /** What holds; null where the defaults hold. */
  level: 'watching' | 'mentions' | 'muted' | null
  /** What was chosen here; null where something above decides. */
  chosen: 'watching' | 'mentions' | 'muted' | null
  /** The topic above for which the level was chosen, where it was not chosen here. */
  from: {
    topic: string
    name: string
    path: string
  } | null
}

export type Explanation = {
  event: string
  user: string
  /** What happened; null where that is no longer known. */
  op: string | null
  at: string
  /** Null for what is about a post or a person. */
  discussion: string | null
  slug: string | null
  post: string | null
  /** Why they were to be told; null where they were not. */
  reason:
    | 'mention'
    | 'reply'
    | 'wall'
    | 'quote'
    | 'request'
    | 'participating'
    | 'watching'
    | 'accepted'
    | 'follow'
    | 'repost'
    | 'reaction'
    | 'moderation'
    | null
  channels: {
    channel: 'centre' | 'push' | 'email'
    state: 'told' | 'not-told' | 'retracted' | 'pending' | 'waiting' | 'failed'
    why:
      | 'own-act'
      | 'guest'
      | 'unknown-person'
      | 'erased'
      | 'banned'
      | 'muted-discussion'
      | 'muted-topic'
      | 'level'
      | 'muted-author'
      | 'blocked'
      | 'muted-type'
      | 'muted-all'
      | 'no-access'
      | 'not-there'
      | 'no-longer-mentioned'
      | 'muted-words'
      | 'told-before'
      | 'already-read'
      | 'preference'
      | 'unsubscribed'
      | 'no-address'
      | 'bounced'
      | 'no-subscription'
      | 'seen-recently'
      | 'too-old'
      | 'before-restore'
      | 'superseded'
      | 'not-shown'
      | 'not-involved'
      | 'joined-later'
      | 'mentioned-before'
      | 'edit'
      | 'tells-nobody'
      | 'too-many'
      | 'not-set-up'
      | 'given-up'
      | null
    /** The same for people. */
    words: string | null
    at: string | null
    /** When it is to go out, where it waits. */
    due: string | null
  }[]
}

export type PushKey = {
  key: string | null
}

export type PushSubscription = {
  id: string
  /** Whom messages are for; each names it, for the service worker to compare. */
  person: string
  endpoint: string
  /** The public key it was made with: subscribe again where it is an older one. */
  key: string
  language: string
  created: string
  refreshed: string
}

export type PushSubscriptions = {
  subscriptions: PushSubscription[]
}

/** All that a page needs to show a discussion for the first time. */
export type Opening = {
  org: {
    id: string
    name: string
    reactions: Record<string, string>
    guests: boolean
  }
  discussion: Discussion | null
  /** Whether a first comment opens the discussion where there is none. */
  opens: boolean
  /** The first page of the threaded view. */
  tree: Tree | null
  /** That of the flat one. */
  page: Page | null
  pinned: Comment[]
  /** Addresses of pictures, by ids of people. */
  avatars: Record<string, string>
}

export type Me = {
  id: string
  name: string
  role: 'member' | 'moderator' | 'admin'
  kind: 'person' | 'guest' | 'server'
  avatar: string | null
  /** How others mention the caller; null for guests. */
  handle: string | null
  /** Whether the caller moderates the resource, or by role where none is named. */
  moderates: boolean
}

export type Avatars = {
  /** Addresses of pictures, by ids of people. */
  avatars: Record<string, string>
}

export type Session = {
  /** To be sent as a bearer token. */
  token: string
  expires: string
}

/** Opens one stream, once. */
export type StreamTicket = {
  ticket: string
  expires: string
}

export type Webhooks = {
  webhooks: Webhook[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Webhook = {
  id: string
  url: string
  description: string | null
  /** Null for all. */
  types:
    | (
        | 'comment.created'
        | 'comment.edited'
        | 'comment.deleted'
        | 'comment.rejected'
        | 'comment.restored'
        | 'topic.created'
        | 'topic.changed'
        | 'topic.moved'
        | 'topic.merged'
        | 'topic.retired'
        | 'topic.restored'
        | 'topic.imported'
        | 'topic.repaired'
      )[]
    | null
  created: string
  /** `gone`: it answered 410. `failing`: it took nothing for five days. */
  disabled: {
    at: string
    reason: 'owner' | 'gone' | 'failing'
  } | null
  /** Since when it takes nothing; null where the last try was taken. */
  failing: {
    since: string
    times: number
  } | null
  /** Until when the secret before this one signs along. */
  rotating: string | null
}

export type WebhookWithSecret = {
  id: string
  url: string
  description: string | null
  /** Null for all. */
  types:
    | (
        | 'comment.created'
        | 'comment.edited'
        | 'comment.deleted'
        | 'comment.rejected'
        | 'comment.restored'
        | 'topic.created'
        | 'topic.changed'
        | 'topic.moved'
        | 'topic.merged'
        | 'topic.retired'
        | 'topic.restored'
        | 'topic.imported'
        | 'topic.repaired'
      )[]
    | null
  created: string
  /** `gone`: it answered 410. `failing`: it took nothing for five days. */
  disabled: {
    at: string
    reason: 'owner' | 'gone' | 'failing'
  } | null
  /** Since when it takes nothing; null where the last try was taken. */
  failing: {
    since: string
    times: number
  } | null
  /** Until when the secret before this one signs along. */
  rotating: string | null
  /** Shown now and never again. */
  secret: string
}

export type WebhookPing = {
  event: string
  status: number | null
  ms: number
  error: string | null
}

export type WebhookDeliveries = {
  deliveries: WebhookDelivery[]
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type WebhookDelivery = {
  /** The header `webhook-id`, the same at every try. */
  event: string
  type:
    | 'comment.created'
    | 'comment.edited'
    | 'comment.deleted'
    | 'comment.rejected'
    | 'comment.restored'
    | 'topic.created'
    | 'topic.changed'
    | 'topic.moved'
    | 'topic.merged'
    | 'topic.retired'
    | 'topic.restored'
    | 'topic.imported'
    | 'topic.repaired'
  at: string
  /** `skipped`: the webhook was disabled, or it happened before a restore. */
  state: 'waiting' | 'delivered' | 'failed' | 'skipped'
  attempts: number
  /** When it is tried again. */
  next: string | null
  /** The last ten tries. */
  log: {
    at: string
    status: number | null
    ms: number
    error: string | null
  }[]
}

export type WebhookReplay = {
  replayed: number
  /** For the parameter `cursor`; null at the end. */
  next: string | null
}

export type Queues = {
  queues: EventQueue[]
}

export type EventQueue = {
  name: string
  state: 'running' | 'paused'
  /** Who paused or resumed it last. */
  by: string | null
  since: string
  /** Events that it has yet to handle, in the org's part of the log. */
  lag: number
  /** For how long the oldest of them has waited. */
  oldestSeconds: number | null
  /** Events a second since the last look; null at first. */
  rate: number | null
  /** Events that failed and wait to be tried again. */
  waiting: number
  /** Dead letters; no more than 10000 are counted. */
  dead: number
  /** Failures since the node started, for its operator. */
  failures: number | null
}

export type DeadLetters = {
  letters: DeadLetter[]
  /** For the query parameter `cursor`; null at the end. */
  next: string | null
}

/** An event that a queue could not handle, without what was said in it. */
export type DeadLetter = {
  event: {
    id: string
    type: string
    op: string
    /** The discussion, post or person that it belongs to. */
    subject: string
    at: string
  }
  attempts: number
  error: string
  /** When it failed for the first time. */
  first: string
  last: string
}

export type DecidedDeadLetters = {
  count: number
  /** There are more: ask again. */
  more: boolean
}

/** What went wrong, as RFC 9457 has it. */
export type Problem = {
  type: 'about:blank'
  title: string
  status: number
  /** Never changes its meaning. */
  code:
    | 'bad-request'
    | 'not-found'
    | 'method-not-allowed'
    | 'request-timeout'
    | 'body-too-large'
    | 'uri-too-long'
    | 'unsupported-media-type'
    | 'headers-too-large'
    | 'internal'
    | 'store-unavailable'
    | 'invalid'
    | 'unauthenticated'
    | 'token-expired'
    | 'forbidden'
    | 'discussion-not-found'
    | 'comment-not-found'
    | 'org-not-found'
    | 'api-key-not-found'
    | 'person-not-found'
    | 'event-not-found'
    | 'webhook-not-found'
    | 'delivery-not-found'
    | 'discussion-exists'
    | 'resource-taken'
    | 'discussion-closed'
    | 'parent-gone'
    | 'comment-deleted'
    | 'comment-rejected'
    | 'has-replies'
    | 'text-refused'
    | 'held-not-found'
    | 'already-decided'
    | 'parent-held'
    | 'bulk-not-found'
    | 'tree-not-found'
    | 'topic-not-found'
    | 'topic-gone'
    | 'tree-exists'
    | 'tree-full'
    | 'topic-cycle'
    | 'topic-too-deep'
    | 'topic-not-empty'
    | 'topic-retired'
    | 'slug-taken'
    | 'ref-taken'
    | 'post-not-found'
    | 'circle-not-found'
    | 'circle-exists'
    | 'wall-closed'
    | 'poll-closed'
    | 'already-voted'
    | 'too-many'
    | 'on-hold'
    | 'photo-not-found'
    | 'photo-in-use'
    | 'photo-unreadable'
    | 'photo-too-large'
    | 'too-many-photos'
    | 'photos-unavailable'
    | 'files-unavailable'
    | 'site-not-found'
    | 'zone-not-found'
    | 'advertiser-not-found'
    | 'campaign-not-found'
    | 'flight-not-found'
    | 'creative-not-found'
    | 'site-exists'
    | 'zone-exists'
    | 'id-taken'
    | 'site-in-use'
    | 'archived'
    | 'not-ready'
    | 'budget-spent'
    | 'link-not-found'
    | 'queue-not-found'
    | 'dead-letter-not-found'
    | 'banned'
    | 'edit-window-over'
    | 'changed-meanwhile'
    | 'key-reused'
    | 'bad-cursor'
    | 'too-deep-page'
    | 'busy'
    | 'host-unavailable'
    | 'rate-limited'
    | 'too-many-streams'
    | 'origin-not-allowed'
    | 'expectation-failed'
  detail: string
  errors?:
    | {
        path: string
        message: string
      }[]
    | undefined
  requestId?: string | undefined
}

/** Each operation by its method and path. */
export type Operations = {
  /** Opens the discussion of a resource, with its settings */
  'POST /v1/discussions': {
    input: {
      body: {
        resource: Resource
        title?: string | null | undefined
        url?: string | null | undefined
        topic?: string | null | undefined
        /** Words of its own, besides its topic. */
        tags?: readonly string[] | undefined
        settings?:
          | {
              layout?: 'per-comment' | 'embedded' | 'hybrid' | undefined
              order?: 'chronological' | 'threaded' | undefined
              maxDepth?: number | undefined
              deletion?: 'tombstone' | 'cascade' | 'refuse' | undefined
              state?: 'open' | 'closed' | 'read-only' | undefined
              closeAfterDays?: number | undefined
              editWindow?: number | undefined
              maxLength?: number | undefined
            }
          | undefined
      }
    }
    answer: Discussion
  }
  /** A discussion: its resource, settings and count */
  'GET /v1/discussions/{discussion}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Discussion
  }
  /** Changes title, address, topic, tags or settings, a setting that is null goes back to that of the org; with If-Match only if it is as it was seen */
  'PATCH /v1/discussions/{discussion}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        title?: string | null | undefined
        url?: string | null | undefined
        topic?: string | null | undefined
        /** Words of its own, besides its topic. */
        tags?: readonly string[] | undefined
        settings?:
          | {
              maxDepth?: number | null | undefined
              deletion?: 'tombstone' | 'cascade' | 'refuse' | null | undefined
              state?: 'open' | 'closed' | 'read-only' | null | undefined
              closeAfterDays?: number | null | undefined
              editWindow?: number | null | undefined
              maxLength?: number | null | undefined
            }
          | undefined
      }
    }
    answer: Discussion
  }
  /** Gives the resource another name; the old one still leads here */
  'POST /v1/discussions/{discussion}/rename': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      body: {
        resource: Resource
      }
    }
    answer: Discussion
  }
  /** How many comments each of up to 100 discussions has, by their ids or by those of their resources */
  'GET /v1/counts': {
    input: {
      query?: {
        discussion?: string | readonly string[] | undefined
        org?: string | undefined
        type?: string | undefined
        id?: string | readonly string[] | undefined
        /** Of several types: `type:id` each, split at the first colon. */
        resource?: string | readonly string[] | undefined
      }
    }
    answer: Counts
  }
  /** A page of comments: all by time, all by thread, or only the roots */
  'GET /v1/discussions/{discussion}/comments': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
        page?: number | undefined
        /** The discussion's own order where none is named. */
        view?: 'chronological' | 'threaded' | 'roots' | undefined
        /** Oldest where none is named; best is for threads. */
        sort?: 'oldest' | 'newest' | 'best' | undefined
      }
    }
    answer: Page
  }
  /** Posts a comment, or a reply; the first one opens the discussion where the org allows that */
  'POST /v1/discussions/{discussion}/comments': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      body: {
        text: string
        parent?: string | null | undefined
        title?: string | null | undefined
        url?: string | null | undefined
        /** For the first comment: where it opens the discussion. */
        topic?: string | null | undefined
        /** Words of its own, besides its topic. */
        tags?: readonly string[] | undefined
        /** A field of the form that people do not see: whoever fills it in is a program. */
        honeypot?: string | undefined
      }
    }
    answer: Posted | Held
  }
  /** A comment with its ancestors, the root first */
  'GET /v1/discussions/{discussion}/comments/{slug}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Permalink
  }
  /** Deletes a comment, as the policy of the discussion says; with If-Match only if it is as it was seen */
  'DELETE /v1/discussions/{discussion}/comments/{slug}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
    }
    answer: undefined
  }
  /** Gives a comment another text; with If-Match only if it is still the version that was seen */
  'PATCH /v1/discussions/{discussion}/comments/{slug}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        text: string
      }
    }
    answer: Posted | Held
  }
  /** Earlier texts of a comment, for its author and for moderators */
  'GET /v1/discussions/{discussion}/comments/{slug}/history': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: History
  }
  /** What a text would look like, without posting it */
  'POST /v1/preview': {
    input: {
      body: {
        text: string
      }
    }
    answer: Preview
  }
  /** Puts a comment in front of the others; for moderators */
  'PUT /v1/discussions/{discussion}/comments/{slug}/pin': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: undefined
  }
  /** Puts a pinned comment back among the others; for moderators */
  'DELETE /v1/discussions/{discussion}/comments/{slug}/pin': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: undefined
  }
  /** A page of roots, each with its first replies to a depth, and a cursor wherever there are more */
  'GET /v1/discussions/{discussion}/tree': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        sort?: 'oldest' | 'newest' | 'best' | undefined
        limit?: number | undefined
        cursor?: string | undefined
        replies?: number | undefined
        depth?: number | undefined
      }
    }
    answer: Tree
  }
  /** A page of the direct replies to a comment */
  'GET /v1/discussions/{discussion}/comments/{slug}/replies': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
        page?: number | undefined
        sort?: 'oldest' | 'newest' | undefined
      }
    }
    answer: Page
  }
  /** A page of a comment and all that lies under it, by thread */
  'GET /v1/discussions/{discussion}/comments/{slug}/thread': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
        page?: number | undefined
      }
    }
    answer: Page
  }
  /** The comment at a position, such as 0.2.1: of the first root the third reply, of that the second */
  'GET /v1/discussions/{discussion}/positions/{path}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        path: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Permalink
  }
  /** Votes for a comment (1), against it (-1), or takes the vote back (0) */
  'PUT /v1/discussions/{discussion}/comments/{slug}/vote': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      body: {
        value: -1 | 0 | 1
      }
    }
    answer: Voted
  }
  /** Reacts to a comment, in one of the ways that the org has chosen */
  'PUT /v1/discussions/{discussion}/comments/{slug}/reactions/{name}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
        name: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Voted
  }
  /** Takes a reaction back */
  'DELETE /v1/discussions/{discussion}/comments/{slug}/reactions/{name}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
        name: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Voted
  }
  /** The own votes and reactions, and what may be edited, deleted or is to be hidden, for up to 100 comments */
  'GET /v1/discussions/{discussion}/mine': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        slug: string | readonly string[]
      }
    }
    answer: Mine
  }
  /** The trees of topics of an org, in the order in which they were made */
  'GET /v1/trees': {
    input: {
      query?: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
      }
    }
    answer: TopicTrees
  }
  /** Begins a tree of topics */
  'POST /v1/trees': {
    input: {
      body: {
        /** What the org calls the tree. */
        key: string
        name: string
        /** Language of the names that are not said to be of another. */
        locale?: string | undefined
        /** Where the host's pages are: {path} and {id} stand for what differs. */
        pages?:
          | {
              topic: string | null
              discussion: string | null
            }
          | undefined
      }
    }
    answer: TopicTree
  }
  /** A tree of topics: its settings, how many there are, and what is under way */
  'GET /v1/trees/{tree}': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      query?: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
      }
    }
    answer: TopicTree
  }
  /** Changes a tree's name, its language, or where its pages are; with If-Match only if it is as it was seen */
  'PATCH /v1/trees/{tree}': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        /** Language of the names that are not said to be of another. */
        locale?: string | undefined
        /** Where the host's pages are: {path} and {id} stand for what differs. */
        pages?:
          | {
              topic: string | null
              discussion: string | null
            }
          | undefined
      }
    }
    answer: TopicTree
  }
  /** The topics under a topic, or the roots of the tree, in their order */
  'GET /v1/trees/{tree}/topics': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      query?: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
        /** Id of a topic. */
        parent?: string | undefined
        /** In which language names and addresses are. */
        locale?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Topics
  }
  /** Adds a topic; its slug is made of its name where none is said */
  'POST /v1/trees/{tree}/topics': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      body: {
        name: string
        parent?: string | null | undefined
        /** The topic under the same parent that comes next. */
        before?: string | undefined
        /** The topic under the same parent that comes first. */
        after?: string | undefined
        slug?: string | undefined
        description?: string | null | undefined
        emoji?: string | null | undefined
        colour?: string | null | undefined
        visibility?: 'public' | 'members' | 'roles' | undefined
        roles?: readonly ('member' | 'moderator' | 'admin')[] | undefined
        starts?: 'everyone' | 'members' | 'moderators' | 'admins' | null | undefined
        locales?:
          | Record<
              string,
              {
                name: string
                slug?: string | null | undefined
                description?: string | null | undefined
              }
            >
          | undefined
        ref?: string | null | undefined
      }
    }
    answer: Topic
  }
  /** A topic, with those above it; of one that was merged, where to go */
  'GET /v1/topics/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      query?: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
        /** In which language names and addresses are. */
        locale?: string | undefined
      }
    }
    answer: TopicPage
  }
  /** Deletes a topic; how says what becomes of what it holds */
  'DELETE /v1/topics/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      query?: {
        /** refuse (where nothing is said): it must be empty. reparent: all goes to the topic above. cascade: all below goes too. move: the discussions of all of it go to another. */
        how?: 'refuse' | 'reparent' | 'cascade' | 'move' | undefined
        /** Where discussions go with how=move: the id of a topic. */
        to?: string | undefined
      }
    }
    answer: undefined
  }
  /** Renames a topic, moves it, puts it elsewhere among its siblings, or all of that in one step */
  'PATCH /v1/topics/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        parent?: string | null | undefined
        /** The topic under the same parent that comes next. */
        before?: string | undefined
        /** The topic under the same parent that comes first. */
        after?: string | undefined
        slug?: string | undefined
        description?: string | null | undefined
        emoji?: string | null | undefined
        colour?: string | null | undefined
        visibility?: 'public' | 'members' | 'roles' | undefined
        roles?: readonly ('member' | 'moderator' | 'admin')[] | undefined
        starts?: 'everyone' | 'members' | 'moderators' | 'admins' | null | undefined
        /** Languages that are not named stay; null removes one. */
        locales?:
          | Record<
              string,
              {
                name: string
                slug?: string | null | undefined
                description?: string | null | undefined
              } | null
            >
          | undefined
      }
    }
    answer: Topic
  }
  /** The topic at an address; of an address that it had once, or that is not quite right, where to go */
  'GET /v1/trees/{tree}/at': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      query: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
        /** Slugs from the root on, with slashes between them. */
        path: string
        /** In which language names and addresses are. */
        locale?: string | undefined
      }
    }
    answer: TopicPage
  }
  /** Topics by the beginnings of words in their names, whatever the accents and the order of the words */
  'GET /v1/trees/{tree}/search': {
    input: {
      path: {
        /** What the org calls the tree. */
        tree: string
      }
      query: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
        q: string
        /** In which language names and addresses are. */
        locale?: string | undefined
        limit?: number | undefined
      }
    }
    answer: FoundTopics
  }
  /** Puts all that a topic holds into another, which is the answer; its addresses lead there */
  'POST /v1/topics/{topic}/merge': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      body: {
        /** Id of a topic. */
        into: string
      }
    }
    answer: Topic
  }
  /** Brings a deleted topic back, with those that were deleted together with it */
  'POST /v1/topics/{topic}/restore': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      body: {
        /** Where it is to be; where it was, as far as that is there, where nothing is said. */
        parent?: string | null | undefined
      }
    }
    answer: Topic
  }
  /** The discussions in a topic and in all below it; just after a move the list may lag behind */
  'GET /v1/topics/{topic}/discussions': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      query?: {
        /** The caller's own where a token says it; with it, what all may see is answered fastest. */
        org?: string | undefined
        /** own: only those in the topic itself. */
        within?: 'all' | 'own' | undefined
        /** By newest activity where nothing is said, else the newest, or the most discussed. */
        sort?: 'activity' | 'newest' | 'discussed' | undefined
        /** In which language names and addresses are. */
        locale?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: TopicDiscussions
  }
  /** Starts a discussion in a topic: a title, and its first comment */
  'POST /v1/topics/{topic}/discussions': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      body: {
        title: string
        text: string
        /** Words of its own, besides its topic. */
        tags?: readonly string[] | undefined
        /** A field of the form that people do not see: whoever fills it in is a program. */
        honeypot?: string | undefined
      }
    }
    answer: Posted | Held
  }
  /** What the caller may do with a topic */
  'GET /v1/me/topics/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
    }
    answer: MyTopic
  }
  /** Who somebody is, as far as they show it to the caller */
  'GET /v1/people/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
      }
    }
    answer: PersonPage
  }
  /** Erases a person for good; for admins and for the servers of the host */
  'DELETE /v1/people/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** Who follows somebody, the newest first, as far as they show it */
  'GET /v1/people/{person}/followers': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: PersonBriefs
  }
  /** Whom somebody follows, the newest first, as far as they show it */
  'GET /v1/people/{person}/following': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: PersonBriefs
  }
  /** Who asks to follow the caller, the newest first */
  'GET /v1/me/follow-requests': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: FollowRequests
  }
  /** What the caller says of themselves, and how they want to be met */
  'GET /v1/me/profile': {
    input: {}
    answer: Profile
  }
  /** Changes that, at once; with If-Match only if it is as it was seen */
  'PATCH /v1/me/profile': {
    input: {
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | null | undefined
        bio?: string | undefined
        links?: readonly string[] | undefined
        locale?: string | null | undefined
        fields?:
          | readonly {
              name: string
              value: string
              to: 'everyone' | 'followers' | 'following' | 'nobody'
            }[]
          | undefined
        picture?: string | null | undefined
        isPrivate?: boolean | undefined
        wall?: 'everyone' | 'followers' | 'following' | 'nobody' | undefined
        reviewsWall?: boolean | undefined
        lists?: 'everyone' | 'followers' | 'following' | 'nobody' | undefined
      }
    }
    answer: Profile
  }
  /** Words and phrases that the caller does not want to read */
  'GET /v1/me/muted-words': {
    input: {}
    answer: MutedWords
  }
  /** Says all of them anew; whole words and phrases, whatever their case and accents */
  'PUT /v1/me/muted-words': {
    input: {
      body: {
        words: readonly {
          word: string
          /** When it ends by itself. */
          until?: string | null | undefined
        }[]
      }
    }
    answer: MutedWords
  }
  /** Follows somebody, or asks to where their account is private */
  'PUT /v1/me/following/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
    }
    answer: Following
  }
  /** No longer follows somebody, or no longer asks to */
  'DELETE /v1/me/following/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
    }
    answer: Following
  }
  /** Lets somebody follow the caller who has asked to */
  'PUT /v1/me/follow-requests/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
    }
    answer: Following
  }
  /** Does not let somebody follow the caller; they may ask again */
  'DELETE /v1/me/follow-requests/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
    }
    answer: undefined
  }
  /** Sends a follower away */
  'DELETE /v1/me/followers/{person}': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
    }
    answer: undefined
  }
  /** The caller's circles, in the order in which they were made */
  'GET /v1/me/circles': {
    input: {}
    answer: Circles
  }
  /** Makes a circle: a group of people, by which the caller chooses who sees what */
  'POST /v1/me/circles': {
    input: {
      body: {
        name: string
      }
    }
    answer: Circle
  }
  /** Deletes a circle: what is for it alone is from now on for nobody but its author */
  'DELETE /v1/me/circles/{circle}': {
    input: {
      path: {
        /** Id of a circle. */
        circle: string
      }
    }
    answer: undefined
  }
  /** Gives a circle another name */
  'PATCH /v1/me/circles/{circle}': {
    input: {
      path: {
        /** Id of a circle. */
        circle: string
      }
      body: {
        name: string
      }
    }
    answer: Circle
  }
  /** Who is in a circle of the caller */
  'GET /v1/me/circles/{circle}/people': {
    input: {
      path: {
        /** Id of a circle. */
        circle: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: PersonBriefs
  }
  /** Puts somebody into a circle; they are not told */
  'PUT /v1/me/circles/{circle}/people/{person}': {
    input: {
      path: {
        /** Id of a circle. */
        circle: string
        /** Id of a person. */
        person: string
      }
    }
    answer: undefined
  }
  /** Takes somebody out of a circle; they are not told */
  'DELETE /v1/me/circles/{circle}/people/{person}': {
    input: {
      path: {
        /** Id of a circle. */
        circle: string
        /** Id of a person. */
        person: string
      }
    }
    answer: undefined
  }
  /** Writes a post: a status, a link, photos, a place or a poll, on one's own wall or that of another */
  'POST /v1/posts': {
    input: {
      body: {
        /** In Markdown. */
        text?: string | undefined
        /** For all where nothing is said. */
        audience?:
          | {
              to: 'public' | 'followers' | 'circles' | 'chosen' | 'people'
              circles?: readonly string[] | undefined
              people?: readonly string[] | undefined
            }
          | undefined
        /** On whose wall, where not on one's own. */
        wall?: string | null | undefined
        link?: string | null | undefined
        photos?: readonly string[] | undefined
        place?:
          | {
              name: string
              latitude: number
              longitude: number
              /** So many digits of a degree are kept: 3 is about a hundred metres, 1 about ten kilometres. */
              coarse?: number | null | undefined
            }
          | null
          | undefined
        poll?:
          | {
              choices: readonly string[]
              isMultiple?: boolean | undefined
              /** For how long it can be voted in. */
              seconds: number
            }
          | null
          | undefined
        /** What it quotes. */
        of?: string | null | undefined
        /** A field of the form that people do not see: whoever fills it in is a program. */
        honeypot?: string | undefined
      }
    }
    answer: Post
  }
  /** A post, for those who may see it at this moment */
  'GET /v1/posts/{post}': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
      }
    }
    answer: Post
  }
  /** Deletes a post, with its history; for its author and for moderators */
  'DELETE /v1/posts/{post}': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
    }
    answer: undefined
  }
  /** Changes what a post says, or for whom it is, at once; with If-Match only if it is as it was seen */
  'PATCH /v1/posts/{post}': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        /** In Markdown. */
        text?: string | undefined
        /** Who may see it: all, followers, those in any circle of its author, in chosen circles, or some people. */
        audience?:
          | {
              to: 'public' | 'followers' | 'circles' | 'chosen' | 'people'
              circles?: readonly string[] | undefined
              people?: readonly string[] | undefined
            }
          | undefined
      }
    }
    answer: Post
  }
  /** What a post said before, the oldest first; for its author */
  'GET /v1/posts/{post}/history': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
    }
    answer: PostHistory
  }
  /** Gives a post a reaction, another one, or takes it back with null */
  'PUT /v1/posts/{post}/reaction': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        reaction: string | null
      }
    }
    answer: Post
  }
  /** Votes in a poll, once, while it is open */
  'PUT /v1/posts/{post}/vote': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        /** Numbers of choices, from 0 on. */
        choices: readonly number[]
      }
    }
    answer: Post
  }
  /** Passes a post on, once: again is the same as once */
  'POST /v1/posts/{post}/reposts': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        /** Who may see it: all, followers, those in any circle of its author, in chosen circles, or some people. */
        audience?:
          | {
              to: 'public' | 'followers' | 'circles' | 'chosen' | 'people'
              circles?: readonly string[] | undefined
              people?: readonly string[] | undefined
            }
          | undefined
      }
    }
    answer: Post
  }
  /** What those wrote whom the caller follows, and the caller; the newest first */
  'GET /v1/news': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** By time where nothing is said; or the top ones first. */
        order?: 'latest' | 'top' | undefined
      }
    }
    answer: Posts
  }
  /** Posts by a person and on their wall, as the caller may see them; the newest first */
  'GET /v1/people/{person}/wall': {
    input: {
      path: {
        /** Id of a person. */
        person: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Posts
  }
  /** What others put on the caller's wall, and waits for them to let it show */
  'GET /v1/me/incoming': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Posts
  }
  /** Lets a post show on the wall of the caller, or not, or not any more */
  'PUT /v1/posts/{post}/review': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        shows: boolean
      }
    }
    answer: Post
  }
  /** Posts that wait for a moderator, or were reported; the oldest first */
  'GET /v1/moderation/posts': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** Both where none is named. */
        kind?: 'held' | 'reported' | undefined
      }
    }
    answer: PostQueue
  }
  /** Publishes a held post, takes one down, puts one up again, or leaves a reported one as it is */
  'PUT /v1/moderation/posts/{post}': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        decision: 'publish' | 'reject'
        reason?: string | null | undefined
        /** That of the post as it was seen: refused where it is another. */
        rev?: number | undefined
      }
    }
    answer: DecidedPost
  }
  /** Tells moderators that something is wrong with a post, which they then see; a second one takes its place */
  'POST /v1/posts/{post}/reports': {
    input: {
      path: {
        /** Id of a post. */
        post: string
      }
      body: {
        reason: 'spam' | 'abuse' | 'off-topic' | 'illegal' | 'other'
        text?: string | null | undefined
      }
    }
    answer: undefined
  }
  /** What the page at an address says of itself, for whoever is about to post it */
  'POST /v1/previews': {
    input: {
      body: {
        url: string
      }
    }
    answer: LinkPreview
  }
  /** Brings a photo: it is made anew, without what the camera wrote into it, and waits a day to be used */
  'POST /v1/photos': {
    input: {
      body: Blob
    }
    answer: NewPhoto
  }
  /** The picture, at an address that the service gave; whether its viewer may see it is asked each time */
  'GET /v1/photos/{photo}': {
    input: {
      path: {
        /** Id of a photo. */
        photo: string
      }
      query?: {
        size?: 'large' | 'small' | undefined
        /** For whom, as the address says it. */
        for?: string | undefined
      }
      headers?: {
        /** ETags of what the caller has already. */
        'if-none-match'?: string | undefined
      }
    }
    answer: Blob
  }
  /** Deletes a photo that is not used */
  'DELETE /v1/photos/{photo}': {
    input: {
      path: {
        /** Id of a photo. */
        photo: string
      }
    }
    answer: undefined
  }
  /** Says what a photo shows */
  'PATCH /v1/photos/{photo}': {
    input: {
      path: {
        /** Id of a photo. */
        photo: string
      }
      body: {
        /** What the photo shows, for those who do not see it. */
        alt: string
      }
    }
    answer: Photo
  }
  /** Ads for the places of a page */
  'POST /v1/placements': {
    input: {
      body: {
        org: string
        places: readonly {
          /** Key of a zone. */
          zone: string
          count?: number | undefined
        }[]
        /** What the page is about. Never what somebody wrote for some people only. */
        page?:
          | {
              url?: string | undefined
              resource?:
                | {
                    type: string
                    id: string
                  }
                | undefined
              topic?: string | undefined
              keywords?: readonly string[] | undefined
            }
          | undefined
        locale?: string | undefined
        /** Without consent nothing is kept, and only the page decides. `Sec-GPC: 1` is a no. */
        person?:
          | {
              id?: string | undefined
              consent: boolean
            }
          | undefined
        /** Tokens of what the page shows already. */
        beside?: readonly string[] | undefined
      }
    }
    answer: Places
  }
  /** Forgets what the caller was shown: by their token, or by the random id of their page */
  'DELETE /v1/placements/shown': {
    input: {
      query: {
        org: string
        id?: string | undefined
      }
    }
    answer: undefined
  }
  /** A creative as a page would be given it; nothing of it is counted */
  'GET /v1/promo/creatives/{creative}/preview': {
    input: {
      path: {
        creative: string
      }
      query: {
        /** Key of a zone. */
        zone: string
      }
    }
    answer: Places
  }
  /** What a page would be given now, and for each other ad the first rule that speaks against it */
  'POST /v1/promo/explain': {
    input: {
      body: {
        places: readonly {
          /** Key of a zone. */
          zone: string
          count?: number | undefined
        }[]
        /** What the page is about. Never what somebody wrote for some people only. */
        page?:
          | {
              url?: string | undefined
              resource?:
                | {
                    type: string
                    id: string
                  }
                | undefined
              topic?: string | undefined
              keywords?: readonly string[] | undefined
            }
          | undefined
        locale?: string | undefined
        /** Without consent nothing is kept, and only the page decides. `Sec-GPC: 1` is a no. */
        person?:
          | {
              id?: string | undefined
              consent: boolean
            }
          | undefined
        /** Tokens of what the page shows already. */
        beside?: readonly string[] | undefined
      }
    }
    answer: ExplainedAds
  }
  /** The sites of the caller's org, the newest first; for admins */
  'GET /v1/promo/sites': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: PromoSites
  }
  /** Makes a site; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/sites': {
    input: {
      body: {
        key: string
        name: string
        isOn?: boolean | undefined
        /** No ads in these topics and below them, nor for these roles, nor for who has signed in at all. */
        off?:
          | {
              topics?: readonly string[] | undefined
              roles?: readonly ('member' | 'moderator' | 'admin')[] | undefined
              signedIn?: boolean | undefined
            }
          | undefined
        /** Whose ads this site does not show. */
        blocked?:
          | {
              advertisers?: readonly string[] | undefined
              categories?: readonly string[] | undefined
            }
          | undefined
      }
    }
    answer: PromoSite
  }
  /** A site; for admins */
  'GET /v1/promo/sites/{site}': {
    input: {
      path: {
        /** Key of a site. */
        site: string
      }
    }
    answer: PromoSite
  }
  /** Removes a site that has no zones; for admins */
  'DELETE /v1/promo/sites/{site}': {
    input: {
      path: {
        /** Key of a site. */
        site: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a site; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/sites/{site}': {
    input: {
      path: {
        /** Key of a site. */
        site: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        isOn?: boolean | undefined
        /** No ads in these topics and below them, nor for these roles, nor for who has signed in at all. */
        off?:
          | {
              topics?: readonly string[] | undefined
              roles?: readonly ('member' | 'moderator' | 'admin')[] | undefined
              signedIn?: boolean | undefined
            }
          | undefined
        /** Whose ads this site does not show. */
        blocked?:
          | {
              advertisers?: readonly string[] | undefined
              categories?: readonly string[] | undefined
            }
          | undefined
      }
    }
    answer: PromoSite
  }
  /** The zones of the caller's org, the newest first; for admins */
  'GET /v1/promo/zones': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: PromoZones
  }
  /** Makes a zone; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/zones': {
    input: {
      body: {
        key: string
        /** Key of its site. */
        site: string
        name: string
        isOn?: boolean | undefined
        /** thread: between root comments, after the nth and then after each `every` more. feed: after each `every` posts. */
        placement?:
          | {
              kind: 'anywhere'
            }
          | {
              kind: 'topic'
            }
          | {
              kind: 'thread'
              after: number
              every: number | null
              most: number
            }
          | {
              kind: 'feed'
              every: number
              most: number
            }
          | undefined
        /** In pixels; null for a card, which takes the width that it is given. */
        size?:
          | {
              width: number
              height: number
            }
          | null
          | undefined
        formats?: readonly ('card' | 'image' | 'html')[] | undefined
        /** The lowest price of a thousand impressions that is shown here. */
        floor?: number | undefined
        /** best: highest eCPM. capped: and within frequency caps. targeted: and by keywords and all targeting. */
        design?: 'best' | 'capped' | 'targeted' | undefined
        /** Creatives of the org itself, where nothing else is found. */
        house?: readonly string[] | undefined
      }
    }
    answer: PromoZone
  }
  /** A zone; for admins */
  'GET /v1/promo/zones/{zone}': {
    input: {
      path: {
        /** Key of a zone. */
        zone: string
      }
    }
    answer: PromoZone
  }
  /** Removes a zone: pages that name it show nothing there; for admins */
  'DELETE /v1/promo/zones/{zone}': {
    input: {
      path: {
        /** Key of a zone. */
        zone: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a zone; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/zones/{zone}': {
    input: {
      path: {
        /** Key of a zone. */
        zone: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        /** Key of its site. */
        site?: string | undefined
        name?: string | undefined
        isOn?: boolean | undefined
        /** thread: between root comments, after the nth and then after each `every` more. feed: after each `every` posts. */
        placement?:
          | {
              kind: 'anywhere'
            }
          | {
              kind: 'topic'
            }
          | {
              kind: 'thread'
              after: number
              every: number | null
              most: number
            }
          | {
              kind: 'feed'
              every: number
              most: number
            }
          | undefined
        /** In pixels; null for a card, which takes the width that it is given. */
        size?:
          | {
              width: number
              height: number
            }
          | null
          | undefined
        formats?: readonly ('card' | 'image' | 'html')[] | undefined
        /** The lowest price of a thousand impressions that is shown here. */
        floor?: number | undefined
        /** best: highest eCPM. capped: and within frequency caps. targeted: and by keywords and all targeting. */
        design?: 'best' | 'capped' | 'targeted' | undefined
        /** Creatives of the org itself, where nothing else is found. */
        house?: readonly string[] | undefined
      }
    }
    answer: PromoZone
  }
  /** The advertisers of the caller's org, the newest first; for admins */
  'GET /v1/promo/advertisers': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Advertisers
  }
  /** Makes a advertiser; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/advertisers': {
    input: {
      body: {
        /** A name for it, so that a repeat finds itself; made by the service where none is said. */
        id?: string | undefined
        name: string
        category?: string | null | undefined
      }
    }
    answer: Advertiser
  }
  /** A advertiser; for admins */
  'GET /v1/promo/advertisers/{advertiser}': {
    input: {
      path: {
        /** Id of an advertiser. */
        advertiser: string
      }
    }
    answer: Advertiser
  }
  /** Archives a advertiser: none of its campaigns is shown any more; for admins */
  'DELETE /v1/promo/advertisers/{advertiser}': {
    input: {
      path: {
        /** Id of an advertiser. */
        advertiser: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a advertiser; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/advertisers/{advertiser}': {
    input: {
      path: {
        /** Id of an advertiser. */
        advertiser: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        category?: string | null | undefined
      }
    }
    answer: Advertiser
  }
  /** The campaigns of the caller's org, the newest first; for admins */
  'GET /v1/promo/campaigns': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** All of this advertiser, archived ones too. */
        advertiser?: string | undefined
        /** All but archived ones where nothing is said. */
        state?: 'draft' | 'on' | 'paused' | 'archived' | undefined
      }
    }
    answer: Campaigns
  }
  /** Makes a campaign; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/campaigns': {
    input: {
      body: {
        /** A name for it, so that a repeat finds itself; made by the service where none is said. */
        id?: string | undefined
        /** Id of an advertiser. */
        advertiser: string
        name: string
        /** The first that has anything to show is shown; house last. */
        tier?: 'sponsor' | 'standard' | 'remnant' | 'house' | undefined
        from: string
        until?: string | null | undefined
        /** Whose days and hours count. It is fixed once the campaign has begun. */
        timeZone?: string | undefined
        /** Whole micro-units: 2.50 of the currency is 2500000. */
        budget: number
        /** The most that is spent on one day, in micro-units. */
        dailyCap?: number | null | undefined
        /** Whether it may have several places on one page. */
        roadblock?: boolean | undefined
        /** Whether those are shown its ads of whom nothing may be kept, where a cap would have to be kept. */
        withoutId?: 'serve' | 'withhold' | undefined
      }
    }
    answer: Campaign
  }
  /** A campaign; for admins */
  'GET /v1/promo/campaigns/{campaign}': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
    }
    answer: Campaign
  }
  /** Archives a campaign: it ends for good, and its reports stay; for admins */
  'DELETE /v1/promo/campaigns/{campaign}': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a campaign; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/campaigns/{campaign}': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        /** The first that has anything to show is shown; house last. */
        tier?: 'sponsor' | 'standard' | 'remnant' | 'house' | undefined
        from?: string | undefined
        until?: string | null | undefined
        /** Whose days and hours count. It is fixed once the campaign has begun. */
        timeZone?: string | undefined
        /** Whole micro-units: 2.50 of the currency is 2500000. */
        budget?: number | undefined
        /** The most that is spent on one day, in micro-units. */
        dailyCap?: number | null | undefined
        /** Whether it may have several places on one page. */
        roadblock?: boolean | undefined
        /** Whether those are shown its ads of whom nothing may be kept, where a cap would have to be kept. */
        withoutId?: 'serve' | 'withhold' | undefined
      }
    }
    answer: Campaign
  }
  /** Starts a campaign; where it cannot run, the answer says all that is missing; for admins */
  'POST /v1/promo/campaigns/{campaign}/start': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
    }
    answer: Campaign
  }
  /** Pauses a campaign: within a second it is shown nowhere; for admins */
  'POST /v1/promo/campaigns/{campaign}/pause': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
    }
    answer: Campaign
  }
  /** Goes on with a campaign that was paused; for admins */
  'POST /v1/promo/campaigns/{campaign}/resume': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
    }
    answer: Campaign
  }
  /** The flights of the caller's org, the newest first; for admins */
  'GET /v1/promo/flights': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** All of this campaign, archived ones too. */
        campaign?: string | undefined
        /** All but archived ones where nothing is said. */
        state?: 'on' | 'paused' | 'archived' | undefined
      }
    }
    answer: Flights
  }
  /** Makes a flight; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/flights': {
    input: {
      body: {
        /** A name for it, so that a repeat finds itself; made by the service where none is said. */
        id?: string | undefined
        /** Id of a campaign. */
        campaign: string
        name: string
        state?: 'on' | 'paused' | undefined
        from?: string | null | undefined
        until?: string | null | undefined
        /** cpm: of a thousand impressions. cpc: of a click. cpa: of a conversion. flat: of all, once. */
        pricing: {
          model: 'cpm' | 'cpc' | 'cpa' | 'flat'
          /** Whole micro-units: 2.50 of the currency is 2500000. */
          price: number
        }
        /** Impressions, or clicks where those are paid for; null: as many as the budget pays for. */
        goal?: number | null | undefined
        pacing?: 'even' | 'asap' | undefined
        caps?:
          | readonly {
              per: 'advertiser' | 'campaign' | 'creative'
              most: number
              seconds: number
            }[]
          | undefined
        /** Empty lists ask for nothing; what is excluded is excluded, whatever else fits. */
        targeting?:
          | {
              keywords?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                    mode?: 'filter' | 'boost' | undefined
                  }
                | undefined
              topics?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                  }
                | undefined
              locales?: readonly string[] | undefined
              devices?: readonly ('phone' | 'tablet' | 'desk')[] | undefined
              countries?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                  }
                | undefined
              dayparts?:
                | readonly {
                    days: readonly number[]
                    from: string
                    until: string
                  }[]
                | undefined
            }
          | undefined
        /** Keys of zones; empty: all that its creatives fit. */
        zones?: readonly string[] | undefined
        creatives?: readonly string[] | undefined
      }
    }
    answer: Flight
  }
  /** A flight; for admins */
  'GET /v1/promo/flights/{flight}': {
    input: {
      path: {
        /** Id of a flight. */
        flight: string
      }
    }
    answer: Flight
  }
  /** Archives a flight: it ends for good, and its reports stay; for admins */
  'DELETE /v1/promo/flights/{flight}': {
    input: {
      path: {
        /** Id of a flight. */
        flight: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a flight; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/flights/{flight}': {
    input: {
      path: {
        /** Id of a flight. */
        flight: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        state?: 'on' | 'paused' | undefined
        from?: string | null | undefined
        until?: string | null | undefined
        /** cpm: of a thousand impressions. cpc: of a click. cpa: of a conversion. flat: of all, once. */
        pricing?:
          | {
              model: 'cpm' | 'cpc' | 'cpa' | 'flat'
              /** Whole micro-units: 2.50 of the currency is 2500000. */
              price: number
            }
          | undefined
        /** Impressions, or clicks where those are paid for; null: as many as the budget pays for. */
        goal?: number | null | undefined
        pacing?: 'even' | 'asap' | undefined
        caps?:
          | readonly {
              per: 'advertiser' | 'campaign' | 'creative'
              most: number
              seconds: number
            }[]
          | undefined
        /** Empty lists ask for nothing; what is excluded is excluded, whatever else fits. */
        targeting?:
          | {
              keywords?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                    mode?: 'filter' | 'boost' | undefined
                  }
                | undefined
              topics?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                  }
                | undefined
              locales?: readonly string[] | undefined
              devices?: readonly ('phone' | 'tablet' | 'desk')[] | undefined
              countries?:
                | {
                    include?: readonly string[] | undefined
                    exclude?: readonly string[] | undefined
                  }
                | undefined
              dayparts?:
                | readonly {
                    days: readonly number[]
                    from: string
                    until: string
                  }[]
                | undefined
            }
          | undefined
        /** Keys of zones; empty: all that its creatives fit. */
        zones?: readonly string[] | undefined
        creatives?: readonly string[] | undefined
      }
    }
    answer: Flight
  }
  /** The creatives of the caller's org, the newest first; for admins */
  'GET /v1/promo/creatives': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** All of this advertiser, archived ones too. */
        advertiser?: string | undefined
        /** Those that wait, were approved, or rejected. */
        review?: 'waiting' | 'approved' | 'rejected' | undefined
      }
    }
    answer: Creatives
  }
  /** Makes a creative; a repeat of the same answers what was made before; for admins */
  'POST /v1/promo/creatives': {
    input: {
      body: {
        /** A name for it, so that a repeat finds itself; made by the service where none is said. */
        id?: string | undefined
        /** Id of an advertiser. */
        advertiser: string
        name: string
        format: 'card' | 'image' | 'html'
        /** In pixels; null for a card, which takes the width that it is given. */
        size?:
          | {
              width: number
              height: number
            }
          | null
          | undefined
        card?:
          | {
              title: string
              text: string
              /** What the button says. */
              action: string
              photo?: string | null | undefined
            }
          | null
          | undefined
        image?:
          | {
              photo: string
              /** What the image shows, for those who do not see it. */
              alt: string
            }
          | null
          | undefined
        /** Shown as it is, and only in a frame with a sandbox, from which nothing can be fetched. */
        html?: string | null | undefined
        /** An http or https address; clicks lead there through this service. */
        destination: string
      }
    }
    answer: Creative
  }
  /** A creative; for admins */
  'GET /v1/promo/creatives/{creative}': {
    input: {
      path: {
        /** Id of a creative. */
        creative: string
      }
    }
    answer: Creative
  }
  /** Archives a creative: it is shown nowhere any more; for admins */
  'DELETE /v1/promo/creatives/{creative}': {
    input: {
      path: {
        /** Id of a creative. */
        creative: string
      }
    }
    answer: undefined
  }
  /** Changes what is said of a creative; with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/promo/creatives/{creative}': {
    input: {
      path: {
        /** Id of a creative. */
        creative: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        /** In pixels; null for a card, which takes the width that it is given. */
        size?:
          | {
              width: number
              height: number
            }
          | null
          | undefined
        card?:
          | {
              title: string
              text: string
              /** What the button says. */
              action: string
              photo?: string | null | undefined
            }
          | null
          | undefined
        image?:
          | {
              photo: string
              /** What the image shows, for those who do not see it. */
              alt: string
            }
          | null
          | undefined
        /** Shown as it is, and only in a frame with a sandbox, from which nothing can be fetched. */
        html?: string | null | undefined
        /** An http or https address; clicks lead there through this service. */
        destination?: string | undefined
      }
    }
    answer: Creative
  }
  /** Approves of a creative, or rejects it with a reason; with If-Match only what was seen; for admins */
  'POST /v1/promo/creatives/{creative}/review': {
    input: {
      path: {
        /** Id of a creative. */
        creative: string
      }
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        state: 'approved' | 'rejected'
        reason?: string | null | undefined
      }
    }
    answer: Creative
  }
  /** What a campaign brought */
  'GET /v1/promo/campaigns/{campaign}/report': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      query?: {
        /** The beginning of the day thirty days before the end where nothing is said. */
        from?: string | undefined
        /** Now, or the end of the campaign; at most 92 days after from. */
        until?: string | undefined
        by?: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight' | undefined
      }
    }
    answer: AdReport
  }
  /** The same for a spreadsheet */
  'GET /v1/promo/campaigns/{campaign}/report.csv': {
    input: {
      path: {
        /** Id of a campaign. */
        campaign: string
      }
      query?: {
        /** The beginning of the day thirty days before the end where nothing is said. */
        from?: string | undefined
        /** Now, or the end of the campaign; at most 92 days after from. */
        until?: string | undefined
        by?: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight' | undefined
      }
    }
    answer: Blob
  }
  /** A new link to the reports of an advertiser, to be given to them; links before it lead nowhere */
  'POST /v1/promo/advertisers/{advertiser}/link': {
    input: {
      path: {
        /** Id of an advertiser. */
        advertiser: string
      }
    }
    answer: AdReportLink
  }
  /** Links to the reports of an advertiser lead nowhere from now on */
  'DELETE /v1/promo/advertisers/{advertiser}/link': {
    input: {
      path: {
        /** Id of an advertiser. */
        advertiser: string
      }
    }
    answer: undefined
  }
  /** What an advertiser sees who was given a link */
  'GET /v1/promo/shared/{link}': {
    input: {
      path: {
        link: string
      }
      query?: {
        /** The beginning of the day thirty days before the end where nothing is said. */
        from?: string | undefined
        /** Now, or the end of the campaign; at most 92 days after from. */
        until?: string | undefined
        by?: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight' | undefined
      }
    }
    answer: SharedAdReport
  }
  /** One of them for a spreadsheet */
  'GET /v1/promo/shared/{link}/campaigns/{campaign}/report.csv': {
    input: {
      path: {
        link: string
        /** Id of a campaign. */
        campaign: string
      }
      query?: {
        /** The beginning of the day thirty days before the end where nothing is said. */
        from?: string | undefined
        /** Now, or the end of the campaign; at most 92 days after from. */
        until?: string | undefined
        by?: 'hour' | 'day' | 'zone' | 'topic' | 'creative' | 'flight' | undefined
      }
    }
    answer: Blob
  }
  /** That an ad is on the page: it counts once, whoever says it how often; for pages without scripts */
  'GET /t/i/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: Blob
  }
  /** That an ad is on the page: it counts once, whoever says it how often */
  'POST /t/i/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: undefined
  }
  /** That half of an ad was to be seen for a second; for pages without scripts */
  'GET /t/v/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: Blob
  }
  /** That half of an ad was to be seen for a second */
  'POST /t/v/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: undefined
  }
  /** Leads to what an ad is for, as its advertiser wrote it; nothing of that is taken from the address */
  'GET /t/c/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: unknown
  }
  /** The same as a picture on the page that thanks them; shown whatever becomes of it */
  'GET /t/a/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: Blob
  }
  /** That somebody who followed an ad did what it was for: the value of `palaver_click`, told by a server */
  'POST /t/a/{ticket}': {
    input: {
      path: {
        /** As the address of the ad has it: signed by the service. */
        ticket: string
      }
    }
    answer: ToldConversion
  }
  /** The caller's org; for admins */
  'GET /v1/org': {
    input: {}
    answer: Org
  }
  /** Changes the caller's org, with If-Match only if it is as it was seen; for admins */
  'PATCH /v1/org': {
    input: {
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        name?: string | undefined
        opensOnFirstComment?: boolean | undefined
        reactions?: Record<string, string> | undefined
        origins?: readonly string[] | undefined
        audience?: string | null | undefined
        guests?: boolean | undefined
        guestSeconds?: number | undefined
        privatePreviews?: boolean | undefined
        profileFields?:
          | readonly {
              name: string
              label: string
            }[]
          | undefined
        /** Where its pages of people and their posts are: {id} stands for what differs. */
        pages?:
          | {
              person?: string | null | undefined
              post?: string | null | undefined
            }
          | undefined
        settings?:
          | {
              layout?: 'per-comment' | 'embedded' | 'hybrid' | null | undefined
              order?: 'chronological' | 'threaded' | null | undefined
              maxDepth?: number | null | undefined
              deletion?: 'tombstone' | 'cascade' | 'refuse' | null | undefined
              state?: 'open' | 'closed' | 'read-only' | null | undefined
              closeAfterDays?: number | null | undefined
              editWindow?: number | null | undefined
              maxLength?: number | null | undefined
            }
          | undefined
      }
    }
    answer: Org
  }
  /** The API keys of the caller's org, the newest first; for admins */
  'GET /v1/keys': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: ApiKeys
  }
  /** Makes an API key, with which a server speaks for the org; for admins */
  'POST /v1/keys': {
    input: {
      body: {
        name: string
        scopes: readonly ('read' | 'comments' | 'moderation' | 'people' | 'settings')[]
      }
    }
    answer: NewApiKey
  }
  /** Revokes an API key: it stops working within a second; for admins */
  'DELETE /v1/keys/{key}': {
    input: {
      path: {
        key: string
      }
    }
    answer: undefined
  }
  /** Lets somebody in who only gives a name, where the org takes guests */
  'POST /v1/guests': {
    input: {
      body: {
        org: string
        name: string
      }
    }
    answer: Guest
  }
  /** People whose name begins so, in order of their names: for whoever is about to mention somebody */
  'GET /v1/people': {
    input: {
      query: {
        prefix: string
        limit?: number | undefined
      }
    }
    answer: People
  }
  /** Tells of up to 1,000 people, so that they can be mentioned before they have ever been here */
  'PUT /v1/people': {
    input: {
      body: {
        /** Each with `id` and `username` as in a token, and with `email`, `url`, `avatar` or null. */
        people: readonly unknown[]
      }
    }
    answer: PeopleTold
  }
  /** Has what there is of a person kept: nobody can erase them until it is lifted; for admins */
  'PUT /v1/people/{person}/hold': {
    input: {
      path: {
        person: string
      }
      body: {
        reason: string
      }
    }
    answer: undefined
  }
  /** Lifts that a person cannot be erased; for admins */
  'DELETE /v1/people/{person}/hold': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** Mutes somebody: their comments are marked as hidden */
  'PUT /v1/me/mutes/{person}': {
    input: {
      path: {
        person: string
      }
      body?:
        | {
            /** When it ends by itself; null, or without a body, where it does not. */
            until?: string | null | undefined
          }
        | undefined
    }
    answer: undefined
  }
  /** Takes a mute back */
  'DELETE /v1/me/mutes/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** The people of one's own mutes, the newest first */
  'GET /v1/me/mutes': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Relations
  }
  /** Blocks somebody: neither is to have to do with the other */
  'PUT /v1/me/blocks/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** Takes a block back */
  'DELETE /v1/me/blocks/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** The people of one's own blocks, the newest first */
  'GET /v1/me/blocks': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Relations
  }
  /** What the caller has written anywhere in the org, the newest first */
  'GET /v1/me/comments': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: OwnComments
  }
  /** All that is kept about the caller, as a ZIP with a page to read and the same as JSON */
  'GET /v1/me/export': {
    input: {}
    answer: Blob
  }
  /** Who the caller is, and whether they moderate a resource */
  'GET /v1/me': {
    input: {
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Me
  }
  /** Erases the caller for good: what they wrote, and who they are; their token works no longer */
  'DELETE /v1/me': {
    input: {}
    answer: undefined
  }
  /** What waits for a moderator, or was reported; the oldest first */
  'GET /v1/moderation/queue': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        kind?: 'held' | 'reported' | undefined
        /** Of what is held: waiting where none is named. Of what was reported: open. */
        state?: 'waiting' | 'approved' | 'published' | 'rejected' | 'spam' | 'withdrawn' | 'open' | 'closed' | undefined
      }
    }
    answer: Queue
  }
  /** How much waits for a moderator, and how many reported comments are open */
  'GET /v1/moderation/counts': {
    input: {}
    answer: QueueCounts
  }
  /** What waits for a moderator in a discussion: the own, or all for moderators */
  'GET /v1/discussions/{discussion}/held': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: HeldPage
  }
  /** Takes back what waits for a moderator; for its author */
  'DELETE /v1/held/{held}': {
    input: {
      path: {
        held: string
      }
    }
    answer: undefined
  }
  /** Approves or rejects what waits; of several moderators the first decides */
  'POST /v1/moderation/held/{held}': {
    input: {
      path: {
        held: string
      }
      body: {
        act: 'approve' | 'reject' | 'spam'
        reason?: string | null | undefined
        /** Of the text that was looked at; needed where its author has changed it. */
        rev?: number | undefined
      }
    }
    answer: HeldItem
  }
  /** Takes a comment down (reject, spam, delete), puts it up again (publish) or closes its case (keep) */
  'POST /v1/moderation/acts': {
    input: {
      body: {
        act: 'reject' | 'spam' | 'delete' | 'publish' | 'keep'
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
        reason?: string | null | undefined
      }
    }
    answer: Act
  }
  /** The same act on all comments of a user, with a word, from an address or of a time; done step by step */
  'POST /v1/moderation/bulk': {
    input: {
      body: {
        act: 'reject' | 'spam' | 'delete' | 'publish'
        where: {
          user?: string | undefined
          word?: string | undefined
          /** An address, or what stands for one in a queue. */
          address?: string | undefined
          from?: string | undefined
          until?: string | undefined
        }
        reason?: string | null | undefined
      }
    }
    answer: Bulk
  }
  /** How far a bulk act has come */
  'GET /v1/moderation/bulk/{bulk}': {
    input: {
      path: {
        bulk: string
      }
    }
    answer: Bulk
  }
  /** What people have against a comment; for moderators */
  'GET /v1/discussions/{discussion}/comments/{slug}/reports': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Reports
  }
  /** Tells moderators that something is wrong with a comment; a second report takes the place of the first */
  'POST /v1/discussions/{discussion}/comments/{slug}/reports': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
        /** The slug of a comment, with "." for each "/". */
        slug: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      body: {
        reason: 'spam' | 'abuse' | 'off-topic' | 'illegal' | 'other'
        note?: string | null | undefined
      }
    }
    answer: undefined
  }
  /** Bans a person: they may not write until a time, and are told why */
  'PUT /v1/moderation/bans/{person}': {
    input: {
      path: {
        person: string
      }
      body: {
        reason: string
        /** Null for ever. */
        until?: string | null | undefined
      }
    }
    answer: undefined
  }
  /** Lifts a ban */
  'DELETE /v1/moderation/bans/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** Shadow-bans a person: what they write is held, and they do not notice */
  'PUT /v1/moderation/shadow/{person}': {
    input: {
      path: {
        person: string
      }
      body: {
        reason: string
        /** Null for ever. */
        until?: string | null | undefined
      }
    }
    answer: undefined
  }
  /** Lifts a shadow-ban */
  'DELETE /v1/moderation/shadow/{person}': {
    input: {
      path: {
        person: string
      }
    }
    answer: undefined
  }
  /** The phases that decide on a new or edited comment; for admins */
  'GET /v1/moderation/rules': {
    input: {}
    answer: ModerationRules
  }
  /** Sets the phases; with If-Match only if they are still those that were seen */
  'PUT /v1/moderation/rules': {
    input: {
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        phases: readonly (
          | {
              phase: 'banned'
            }
          | {
              phase: 'honeypot'
            }
          | {
              phase: 'flood'
              seconds: number
              byAuthor?: number | undefined
              byAddress?: number | undefined
              action: 'hold' | 'refuse'
            }
          | {
              phase: 'repeats'
              minutes: number
              leastLength?: number | undefined
              action: 'hold' | 'refuse'
            }
          | {
              phase: 'words'
              words: readonly string[]
              action: 'hold' | 'refuse'
            }
          | {
              phase: 'links'
              most?: number | undefined
              /** Where it is given, links to all other hosts are found. */
              allow?: readonly string[] | undefined
              block?: readonly string[] | undefined
              action: 'hold' | 'refuse'
            }
          | {
              phase: 'first-comment'
              /** So many published ones make an author known. */
              comments: number
            }
          | {
              phase: 'hook'
              /** What follows if it does not answer. */
              onFailure?: 'hold' | 'publish' | undefined
            }
          | {
              phase: 'pre-moderation'
              /** Only in these; everywhere where none are named. */
              discussions?: readonly string[] | undefined
            }
        )[]
      }
    }
    answer: ModerationRules
  }
  /** What moderators did, the newest first; it cannot be edited */
  'GET /v1/moderation/audit': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        /** Only what this moderator did. */
        by?: string | undefined
        /** Only what was done to this person or what they wrote. */
        person?: string | undefined
        discussion?: string | undefined
      }
    }
    answer: AuditLog
  }
  /** What the caller was told, grouped, the newest first; a page may be short where there are more */
  'GET /v1/me/notifications': {
    input: {
      query?: {
        filter?: 'all' | 'unread' | 'archived' | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Notifications
  }
  /** How many are unread, and how many of those have not been seen */
  'GET /v1/me/notifications/counts': {
    input: {}
    answer: NotificationCounts
  }
  /** Marks as read: some, a group, what is told of a discussion, or everything up to a position */
  'POST /v1/me/notifications/read': {
    input: {
      body:
        | {
            ids: readonly string[]
          }
        | {
            group: string
          }
        | {
            discussion: string
          }
        | {
            type: string
            id: string
          }
        | {
            /** A `position` that the caller was given: what comes behind it is untouched. */
            upTo: number
          }
    }
    answer: NotificationsMarked
  }
  /** Marks everything up to a position as seen, which is less than read */
  'POST /v1/me/notifications/seen': {
    input: {
      body: {
        /** A `position` that the caller was given: what comes behind it is untouched. */
        upTo: number
      }
    }
    answer: NotificationsMarked
  }
  /** Puts away some, or a group */
  'POST /v1/me/notifications/archive': {
    input: {
      body:
        | {
            ids: readonly string[]
          }
        | {
            group: string
          }
    }
    answer: NotificationsMarked
  }
  /** Takes out again what was put away */
  'POST /v1/me/notifications/unarchive': {
    input: {
      body:
        | {
            ids: readonly string[]
          }
        | {
            group: string
          }
    }
    answer: NotificationsMarked
  }
  /** How one is told of what happens */
  'GET /v1/me/preferences': {
    input: {}
    answer: OwnPreferences
  }
  /** Changes how one is told; with If-Match only if it is still as it was seen */
  'PATCH /v1/me/preferences': {
    input: {
      headers?: {
        /** The ETag that the thing must still have. */
        'if-match'?: string | undefined
      }
      body: {
        timeZone?: string | null | undefined
        whereTakingPart?: 'watching' | 'participating' | 'mentions' | 'muted' | null | undefined
        elsewhere?: 'watching' | 'participating' | 'mentions' | 'muted' | null | undefined
        channels?:
          | Record<
              string,
              {
                on?: boolean | null | undefined
                reasons?: Record<string, boolean | null> | null | undefined
              } | null
            >
          | null
          | undefined
        reasons?: Record<string, boolean | null> | null | undefined
        mutedTypes?: readonly string[] | null | undefined
        mutedUntil?: string | null | undefined
        mail?: 'instant' | 'hourly' | 'daily' | 'weekly' | 'off' | null | undefined
        digestAt?: string | null | undefined
        digestDay?: number | null | undefined
        quiet?:
          | {
              days: readonly number[]
              from: string
              to: string
            }
          | null
          | undefined
        /** What links in mails have ended; null takes all of it back. */
        unsubscribed?:
          | {
              all?: boolean | undefined
              reasons?:
                | readonly (
                    | 'mention'
                    | 'reply'
                    | 'wall'
                    | 'quote'
                    | 'request'
                    | 'participating'
                    | 'watching'
                    | 'accepted'
                    | 'follow'
                    | 'repost'
                    | 'reaction'
                    | 'moderation'
                  )[]
                | undefined
              discussions?: readonly string[] | undefined
            }
          | null
          | undefined
      }
    }
    answer: OwnPreferences
  }
  /** The discussions where one writes or has chosen a level, those that came last first */
  'GET /v1/me/levels': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Levels
  }
  /** How much one hears of a discussion */
  'GET /v1/me/levels/{discussion}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Level
  }
  /** Chooses how much to hear of a discussion */
  'PUT /v1/me/levels/{discussion}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
      body: {
        level: 'watching' | 'participating' | 'mentions' | 'muted'
      }
    }
    answer: Level
  }
  /** Leaves it to its topic and the defaults how much to hear of a discussion */
  'DELETE /v1/me/levels/{discussion}': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Level
  }
  /** The topics for which one has chosen a level, the last chosen first */
  'GET /v1/me/topic-levels': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: TopicLevels
  }
  /** How much one hears of a topic */
  'GET /v1/me/topic-levels/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
    }
    answer: TopicLevel
  }
  /** Chooses how much to hear of a topic and of those below it */
  'PUT /v1/me/topic-levels/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
      body: {
        level: 'watching' | 'mentions' | 'muted'
      }
    }
    answer: TopicLevel
  }
  /** Leaves it to the topics above and the defaults how much to hear of a topic */
  'DELETE /v1/me/topic-levels/{topic}': {
    input: {
      path: {
        /** Id of a topic. */
        topic: string
      }
    }
    answer: TopicLevel
  }
  /** Why somebody was told of something, or was not, on every channel */
  'GET /v1/notifications/explain': {
    input: {
      query: {
        /** As the answer to the write has it, in `palaver-event`. */
        event: string
        /** Oneself where nobody is named; of others only moderators may ask. */
        user?: string | undefined
      }
    }
    answer: Explanation
  }
  /** The key that browsers subscribe to Web Push with; null where the service sends none */
  'GET /v1/push/key': {
    input: {}
    answer: PushKey
  }
  /** One's own browsers that are sent push messages, the one heard of last first */
  'GET /v1/me/push/subscriptions': {
    input: {}
    answer: PushSubscriptions
  }
  /** Has push messages for the person who is signed in sent to this browser, and for nobody else */
  'POST /v1/me/push/subscriptions': {
    input: {
      body: {
        endpoint: string
        expirationTime?: number | null | undefined
        keys: {
          p256dh: string
          auth: string
        }
        /** The public key it was made with; the one of now if left out. */
        key?: string | undefined
        language?: string | undefined
      }
    }
    answer: PushSubscription
  }
  /** Sends this browser nothing any more: to be called as somebody signs out */
  'DELETE /v1/me/push/subscriptions/{subscription}': {
    input: {
      path: {
        subscription: string
      }
    }
    answer: undefined
  }
  /** Tells of mails that came back, or that somebody complained about; for admins and for the servers of the host */
  'POST /v1/mail/bounces': {
    input: {
      body: {
        bounces: readonly {
          address?: string | undefined
          /** The host's id of the person. */
          user?: string | undefined
          kind: 'hard' | 'soft' | 'complaint'
          /** As RFC 3463 has it, where the report names one. */
          status?: string | undefined
        }[]
      }
    }
    answer: {
      /** How many mailboxes they were about. */
      known: number
    }
  }
  /** All that a page needs to show the discussion of a resource for the first time, also where there is none */
  'GET /v1/opening': {
    input: {
      query: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type: string
        id: string
        /** Oldest where none is named; in the flat view best is oldest. */
        sort?: 'oldest' | 'newest' | 'best' | undefined
        /** The discussion's own order where none is named. */
        view?: 'threaded' | 'flat' | undefined
      }
    }
    answer: Opening
  }
  /** The pictures of up to 100 people, such as the authors of comments */
  'GET /v1/avatars': {
    input: {
      query: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        id: string | readonly string[]
      }
    }
    answer: Avatars
  }
  /** Exchanges the code of a one-time link, as `palaver login-link` prints it, for a token */
  'POST /v1/login': {
    input: {
      body: {
        code: string
      }
    }
    answer: Session
  }
  /** A ticket with which a browser opens one live stream: it is good for 30 seconds, and once */
  'POST /v1/streams': {
    input: {
      body: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: StreamTicket
  }
  /** The webhooks of the caller's org, the newest first; for admins */
  'GET /v1/webhooks': {
    input: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: Webhooks
  }
  /** Has an address told of what happens to comments; for admins */
  'POST /v1/webhooks': {
    input: {
      body: {
        url: string
        description?: string | null | undefined
        /** Which events; null for all, also for kinds that are added later. */
        types?:
          | readonly (
              | 'comment.created'
              | 'comment.edited'
              | 'comment.deleted'
              | 'comment.rejected'
              | 'comment.restored'
              | 'topic.created'
              | 'topic.changed'
              | 'topic.moved'
              | 'topic.merged'
              | 'topic.retired'
              | 'topic.restored'
              | 'topic.imported'
              | 'topic.repaired'
            )[]
          | null
          | undefined
      }
    }
    answer: WebhookWithSecret
  }
  /** A webhook, and whether it works; for admins */
  'GET /v1/webhooks/{webhook}': {
    input: {
      path: {
        webhook: string
      }
    }
    answer: Webhook
  }
  /** Removes a webhook, and what waits to be sent there; for admins */
  'DELETE /v1/webhooks/{webhook}': {
    input: {
      path: {
        webhook: string
      }
    }
    answer: undefined
  }
  /** Changes a webhook, or switches it off and on; for admins */
  'PATCH /v1/webhooks/{webhook}': {
    input: {
      path: {
        webhook: string
      }
      body: {
        url?: string | undefined
        description?: string | null | undefined
        /** Which events; null for all, also for kinds that are added later. */
        types?:
          | readonly (
              | 'comment.created'
              | 'comment.edited'
              | 'comment.deleted'
              | 'comment.rejected'
              | 'comment.restored'
              | 'topic.created'
              | 'topic.changed'
              | 'topic.moved'
              | 'topic.merged'
              | 'topic.retired'
              | 'topic.restored'
              | 'topic.imported'
              | 'topic.repaired'
            )[]
          | null
          | undefined
        /** What waited goes on when it is false again. */
        disabled?: boolean | undefined
      }
    }
    answer: Webhook
  }
  /** Gives a webhook a new secret; the one before signs along for a day; for admins */
  'POST /v1/webhooks/{webhook}/rotate': {
    input: {
      path: {
        webhook: string
      }
    }
    answer: WebhookWithSecret
  }
  /** Sends a `ping` now and answers what came back; for admins */
  'POST /v1/webhooks/{webhook}/ping': {
    input: {
      path: {
        webhook: string
      }
    }
    answer: WebhookPing
  }
  /** What was sent to a webhook in the last 30 days, the newest first; for admins */
  'GET /v1/webhooks/{webhook}/deliveries': {
    input: {
      path: {
        webhook: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: WebhookDeliveries
  }
  /** Sends one event again, or those since a time, some at each call; for admins */
  'POST /v1/webhooks/{webhook}/replay': {
    input: {
      path: {
        webhook: string
      }
      body:
        | {
            /** The id of one event of the log. */
            event: string
          }
        | {
            since: string
            /** `failed`, the default: what was not delivered. `all`: everything again. */
            only?: 'failed' | 'all' | undefined
            cursor?: string | undefined
          }
    }
    answer: WebhookReplay
  }
  /** How far each queue is with the events of the org, for admins */
  'GET /v1/queues': {
    input: {}
    answer: Queues
  }
  /** Events of the org that a queue could not handle, the newest first, for admins */
  'GET /v1/queues/{queue}/dead-letters': {
    input: {
      path: {
        queue: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: DeadLetters
  }
  /** One event that a queue could not handle, for admins */
  'GET /v1/queues/{queue}/dead-letters/{event}': {
    input: {
      path: {
        queue: string
        event: string
      }
    }
    answer: DeadLetter
  }
  /** Has all dead letters of the org in a queue handled once more, up to 1,000 a request, for admins */
  'POST /v1/queues/{queue}/dead-letters/redrive': {
    input: {
      path: {
        queue: string
      }
    }
    answer: DecidedDeadLetters
  }
  /** Removes all dead letters of the org in a queue, up to 1,000 a request, for admins */
  'POST /v1/queues/{queue}/dead-letters/discard': {
    input: {
      path: {
        queue: string
      }
    }
    answer: DecidedDeadLetters
  }
  /** Has one dead letter handled once more, for admins */
  'POST /v1/queues/{queue}/dead-letters/{event}/redrive': {
    input: {
      path: {
        queue: string
        event: string
      }
    }
    answer: undefined
  }
  /** Removes one dead letter, for admins */
  'POST /v1/queues/{queue}/dead-letters/{event}/discard': {
    input: {
      path: {
        queue: string
        event: string
      }
    }
    answer: undefined
  }
  /** The newest 50 comments of a discussion, as an Atom feed */
  'GET /v1/discussions/{discussion}/feed': {
    input: {
      path: {
        /** Id of the discussion; "-" where the query names its resource by org, type and id. */
        discussion: string
      }
      query?: {
        /** The caller's own where a token says it. */
        org?: string | undefined
        type?: string | undefined
        id?: string | undefined
      }
    }
    answer: Blob
  }
  /** The newest 50 comments of an org, as an Atom feed; for orgs in which everyone may see all */
  'GET /v1/orgs/{org}/feed': {
    input: {
      path: {
        org: string
      }
    }
    answer: Blob
  }
}

/** What POST /v1/… does something new each time, and the service knows again by its key: the rest of its path, between spaces. */
export const KEYED_POSTS =
  ' discussions/{discussion}/comments trees/{tree}/topics topics/{topic}/discussions me/circles posts promo/sites promo/zones promo/advertisers promo/campaigns promo/flights promo/creatives moderation/acts moderation/bulk '
