import type { LayoutName } from '../../comments/model.ts'

export type Kind = 'post' | 'edit' | 'delete' | 'vote'

/** One request, and what is known of it: it may have been sent several times, always under the same key. */
export type Request = {
  key: string
  kind: Kind
  resource: LayoutName
  /** Of a post: what it replies to. Of the others: the comment they are about. */
  slug: string | null
  user: number
  value: -1 | 0 | 1
  /** The slug that was acknowledged, null while nothing was. */
  answered: string | null
  /** It was refused for good, as replies to a deleted comment are. */
  refused: boolean
  tries: number
}

/** What was asked and what was answered, kept by who asked: the truth that the database is compared with. */
export class Journal {
  readonly requests: Request[] = []

  get acknowledged(): number {
    return this.requests.filter(({ answered }) => answered !== null).length
  }

  get retried(): number {
    return this.requests.filter(({ tries }) => tries > 1).length
  }

  /** Comments that were acknowledged in one discussion, in the order of the answers. */
  posted(resource: LayoutName): Request[] {
    return this.requests.filter((one) => one.kind === 'post' && one.resource === resource && one.answered !== null)
  }
}
