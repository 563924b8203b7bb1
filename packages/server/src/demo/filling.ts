import type { Ads } from '../ads/service.ts'
import type { Topics } from '../categories/service.ts'
import { type Article, ARTICLES, resourceOf } from './articles.ts'
import type { Mark } from './collections.ts'
import { notePlanted } from './mark.ts'
import { EDITOR, ORG } from './people.ts'
import { begunAt, plant } from './planting.ts'
import { makePromo } from './promo/making.ts'
import { resourceOfTalk, type Talk, TALKS } from './talks/started.ts'
import { makeTopics } from './topics/making.ts'
import { sampleTopic, TREE } from './topics/tree.ts'
import { drawVillage, fillVillage, type VillageNeeds } from './village/filling.ts'

type Needs = VillageNeeds & { topics: Topics; ads: Ads; now: () => number }

/** With the moment from which on the demo had people who write to each other. */
const VILLAGE = 'village '

/** Puts into a database what the demo begins with. What is noted as done is not done again: visitors may have changed it. */
export class Filling {
  readonly #needs: Needs
  readonly #made: number
  readonly #done: Set<string>

  constructor(needs: Needs, { made, planted }: Mark) {
    this.#needs = needs
    this.#made = Date.parse(made)
    this.#done = new Set(planted)
  }

  /** Topics and posts came later than the rest: what an older demo made gets them, too. */
  async fill(): Promise<void> {
    for (const article of ARTICLES) if (!article.isCrowded) await this.#once(article.id, () => this.#article(article))
    await this.#once(`tree ${TREE}`, () => makeTopics(this.#needs.topics))
    for (const talk of TALKS) await this.#once(`talk ${talk.id}`, () => this.#talk(talk))
    await this.#file()
    await this.#once('promo', () => makePromo(this.#needs.ads, this.#made))
    await fillVillage(this.#needs, this.#once, await this.#villageBegan())
  }

  /** Pictures of people and of what they saw, beside the visitors. */
  async draw(isStopped: () => boolean): Promise<void> {
    await drawVillage(this.#needs, this.#once, { began: await this.#villageBegan(), isStopped })
  }

  get isWhole(): boolean {
    return ARTICLES.every(({ id }) => this.#done.has(id))
  }

  async noteCrowd({ id }: Article): Promise<void> {
    await this.#once(id, async () => {})
    await this.#file()
  }

  published(article: Article): number {
    return begunAt(article, this.#made)
  }

  #article(article: Article): Promise<void> {
    const { title, settings, talk, finish } = article
    const opening = { resource: resourceOf(article), title, settings }
    return plant(this.#needs, { opening, talk, finish, begun: this.published(article) })
  }

  async #talk(started: Talk): Promise<void> {
    const { title, tags, talk } = started
    const topic = await sampleTopic(this.#needs.topics, started.topic)
    const opening = { resource: resourceOfTalk(started), title, topic, tags: [...tags] }
    return plant(this.#needs, { opening, talk, begun: begunAt(started, this.#made) })
  }

  /** Every article whose discussion is there goes into its topic. */
  async #file(): Promise<void> {
    const { comments, topics } = this.#needs
    for (const article of ARTICLES) {
      const ref = { org: ORG, resource: resourceOf(article) }
      if ((await comments.needs.discussions.head(ref)) === null) continue
      const filing = { topic: await sampleTopic(topics, article.topic), tags: [...article.tags] }
      await this.#once(`filed ${article.id}`, () => comments.configure({ actor: EDITOR, ref }, filing))
    }
  }

  async #villageBegan(): Promise<number> {
    const noted = [...this.#done].find((what) => what.startsWith(VILLAGE))
    const began = noted?.slice(VILLAGE.length) ?? new Date(this.#needs.now()).toISOString()
    await this.#once(`${VILLAGE}${began}`, async () => {})
    return Date.parse(began)
  }

  readonly #once = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    if (this.#done.has(what)) return
    await work()
    await notePlanted(this.#needs.store, what)
    this.#done.add(what)
  }
}
