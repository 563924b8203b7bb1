import type { OnProgress } from '@palaver/store'
import { Refusal } from '../api/refusal.ts'
import type { Ads } from '../ads/service.ts'
import type { Topics } from '../categories/service.ts'
import type { Previews } from '../social/previews/service.ts'
import { ARTICLES, type Article, pathOf, resourceOf } from './articles.ts'
import { growCrowd, type Growth } from './crowd.ts'
import { Filling } from './filling.ts'
import { requireMark } from './mark.ts'
import { EDITOR, GUEST, mailOf, ORG, PEOPLE, sampleOf } from './people.ts'
import { pathOfTalk, resourceOfTalk, TALKS } from './talks/started.ts'
import { settleTopics } from './topics/making.ts'
import type { VillageNeeds } from './village/filling.ts'
import { settleVillage } from './village/links.ts'

const TOKEN_DAYS = 1
/** As seeding calls it. */
const WRITING = 'writing comments'
const MAGAZINE = 'The Long Table'

export type DemoNeeds = VillageNeeds & {
  topics: Topics
  ads: Ads
  previews: Previews
  now: () => number
  config: { data: string }
}

/** Whom a visitor speaks as, from now on. */
export type Pass = { as: string; name: string; token: string }

/** A magazine with people anyone can be: only ever on a loopback address, and in a folder of its own. */
export class Demo {
  readonly needs: DemoNeeds
  readonly #size: number
  /** The crowd that is still being written; null when all is there. */
  growth: Growth | null = null
  #isStopped = false
  /** Null until it was prepared. */
  #filling: Filling | null = null

  /** `size`: how many comments the huge discussion has. */
  constructor(needs: DemoNeeds, size: number) {
    this.needs = needs
    this.#size = size
  }

  get folder(): string {
    return this.needs.config.data
  }

  get outbox(): string {
    return `${this.folder}/outbox`
  }

  /** Everything that is there when the first visitor comes; again and again it changes nothing. */
  async prepare(): Promise<void> {
    const { store, accounts, people, now, config } = this.needs
    const hasOrgs = async (): Promise<boolean> => (await accounts.list()).length > 0
    const mark = await requireMark({ store, made: new Date(now()).toISOString(), hasOrgs, folder: config.data })
    await accounts.ensureFirst()
    await accounts.change(ORG, { name: MAGAZINE, guests: true })
    await people.upsert(
      ORG,
      PEOPLE.map((person) => ({ id: person.id, username: person.name, email: mailOf(person) })),
    )
    this.#filling = new Filling(this.needs, mark)
    await this.#filling.fill()
    if (!this.#filling.isWhole) this.growth = { done: 0, total: this.#size }
  }

  /** Links in mails lead to where the pages are now. */
  async settle(address: string): Promise<void> {
    const { comments, topics } = this.needs
    await settleTopics(topics, address)
    await settleVillage(this.needs, address)
    const pages = [
      ...ARTICLES.map((article) => ({ resource: resourceOf(article), path: pathOf(article) })),
      ...TALKS.map((talk) => ({ resource: resourceOfTalk(talk), path: pathOfTalk(talk.id) })),
    ]
    for (const { resource, path } of pages) {
      const found = await comments.needs.discussions.find({ org: ORG, resource })
      const url = `${address}${path}`
      if (found === null || found.url === url) continue
      await comments.configure({ actor: EDITOR, ref: { discussion: found._id } }, { url })
    }
  }

  /** Draws pictures, and writes what the crowd has to say, beside the visitors; ends early when it is stopped. */
  async grow(onProgress: OnProgress): Promise<void> {
    await this.#filling?.draw(() => this.#isStopped)
    const article = ARTICLES.find(({ isCrowded }) => isCrowded)
    if (this.growth === null || article === undefined) return
    const isWhole = await growCrowd(this.needs, article, {
      size: this.#size,
      isStopped: () => this.#isStopped,
      onProgress: (progress) => {
        if (progress.task === WRITING) this.growth = { done: progress.done, total: progress.total }
        onProgress(progress)
      },
    })
    if (!isWhole) return
    await this.#filling?.noteCrowd(article)
    this.growth = null
  }

  stop(): void {
    this.#isStopped = true
  }

  published(article: Article): number {
    return this.#filling?.published(article) ?? this.needs.now()
  }

  async pass(as: string): Promise<Pass> {
    const { accounts } = this.needs
    if (as === GUEST.id) return { as, name: GUEST.name, token: (await accounts.welcome(ORG, GUEST.name)).token }
    const person = sampleOf(as)
    if (person === undefined) throw new Refusal('not-found', 'Nobody of that name is in the demo.')
    const { id, name, role } = person
    const told = { id, username: name, role, email: mailOf(person) }
    return { as, name, token: await accounts.issue(ORG, told, TOKEN_DAYS) }
  }
}
