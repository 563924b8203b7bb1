import { expect } from 'vitest'
import type { Actor } from '../../api/actor.ts'
import { ADMIN } from '../../comments/testing/ground.ts'
import { topicId, treeId } from '../ids.ts'
import type { Topics } from '../service.ts'
import type { Snapshot } from '../tree/snapshot.ts'
import { AddressesEver } from './addresses-ever.ts'
import { topicsOn, type TreeGround } from './ground.ts'
import { expectForest, expectSameTree, expectUndamaged } from './invariants.ts'
import { Oracle, type Where } from './oracle.ts'
import { ended } from './stepped.ts'
import type { Create, Merge, Place, Restore, Retire, Revise, Step } from './steps.ts'

const from = <T>(all: readonly T[], at: number): T => all[at % all.length] as T

/** A tree of its own beside its oracle: the same is done to both. */
export class SideBySide {
  readonly #oracle = new Oracle()
  readonly #addresses = new AddressesEver(this.#oracle)
  readonly #ground: TreeGround
  readonly #command: { actor: Actor }
  readonly #tree: string
  readonly #topics: Topics

  constructor(ground: TreeGround, number: number) {
    this.#ground = ground
    this.#command = { actor: { ...ADMIN, org: `run${number}` } }
    this.#tree = treeId(`run${number}`, 'main')
    this.#topics = topicsOn(ground.store, `r${number}x`)
  }

  async begin(): Promise<void> {
    await this.#topics.trees.create(this.#command.actor, { key: 'main', name: 'Main' })
    await this.step({ do: 'create', name: 'Cats', parent: 0, place: null })
  }

  /** What is refused is refused by both for the same reason, and before anything is written. */
  async step(step: Step): Promise<void> {
    const before = await this.#topics.snapshots.of(this.#tree)
    const [refused, work] = this.#do(step)
    await expectEnd(work(), refused)
    const after = await this.#topics.snapshots.of(this.#tree)
    if (refused !== null) expectSameTree(after, before)
    await this.#check(after)
  }

  #do(step: Step): [string | null, () => Promise<unknown>] {
    // A kind tells which of them it is: the types of the steps cannot.
    if (step.do === 'create') return this.#create(step as Create)
    if (step.do === 'revise') return this.#revise(step as Revise)
    if (step.do === 'merge') return this.#merge(step as Merge)
    return step.do === 'retire' ? this.#retire(step as Retire) : this.#restore(step as Restore)
  }

  #create({ name, parent, place }: Create): [string | null, () => Promise<unknown>] {
    const under = this.#parentAt(parent)
    const where = this.#where(under, place, null)
    const key = `${this.#command.actor.org}k${this.#oracle.nodes.size}`
    // The one that looks at the tree is another process than the one that makes topics.
    const other = topicsOn(this.#ground.store, `by ${key}`, { newPart: () => key })
    const wanted = { name, parent: this.#idOrNull(under), ...this.#ids(where) }
    return [this.#oracle.create(key, under, where), () => other.create(this.#command, 'main', wanted)]
  }

  #revise({ topic, name, parent, place, variant }: Revise): [string | null, () => Promise<unknown>] {
    const key = this.#at(topic)
    const under = parent === null ? undefined : this.#parentAt(parent)
    const where = this.#where(under === undefined ? this.#parentOf(key) : under, place, key)
    const said = variant === null || variant.name === null ? null : { name: variant.name }
    const change = {
      ...(name !== null && { name }),
      ...(under !== undefined && { parent: this.#idOrNull(under) }),
      ...this.#ids(where),
      ...(variant !== null && { locales: { [variant.locale]: said } }),
    }
    return [this.#oracle.move(key, under, where), () => this.#topics.revise(this.#command, this.#id(key), { change })]
  }

  #merge({ topic, into }: Merge): [string | null, () => Promise<unknown>] {
    const [key, target] = [this.#at(topic), this.#at(into)]
    const work = () => this.#topics.merge(this.#command, this.#id(key), this.#id(target))
    return [this.#oracle.merge(key, target), work]
  }

  #retire({ topic, how, to }: Retire): [string | null, () => Promise<unknown>] {
    const [key, target] = [this.#at(topic), this.#at(to)]
    const work = () => this.#topics.retire(this.#command, this.#id(key), { how, to: this.#id(target) })
    return [this.#oracle.retire(key, how, target), work]
  }

  #restore({ topic, parent }: Restore): [string | null, () => Promise<unknown>] {
    const key = this.#at(topic)
    const under = parent === null ? undefined : this.#parentAt(parent)
    const place = under === undefined ? {} : { parent: this.#idOrNull(under) }
    return [this.#oracle.restore(key, under), () => this.#topics.restore(this.#command, this.#id(key), place)]
  }

  async #check(snapshot: Snapshot): Promise<void> {
    const fresh = await topicsOn(this.#ground.store, 'fresh').snapshots.of(this.#tree)
    expectSameTree(snapshot, fresh)
    expectForest([...fresh.topics.values()])
    await expectUndamaged(this.#ground.store, this.#tree)
    expectSameShape(snapshot, this.#oracle)
    this.#addresses.check(snapshot)
  }

  #where(parent: string | null, place: Place, but: string | null): Where {
    if (parent !== null && !this.#oracle.isLive(parent)) return {}
    const beside = this.#oracle.childrenOf(parent).filter((key) => key !== but)
    return place === null || beside.length === 0 ? {} : { [place.side]: from(beside, place.at) }
  }

  #ids = ({ before, after }: Where): Where => ({
    ...(before !== undefined && { before: this.#id(before) }),
    ...(after !== undefined && { after: this.#id(after) }),
  })

  #at = (at: number): string => from([...this.#oracle.nodes.keys()], at)
  #parentAt = (at: number): string | null => from([null, ...this.#oracle.nodes.keys()], at)
  #parentOf = (key: string): string | null => this.#oracle.nodes.get(key)?.parent ?? null
  #id = (key: string): string => topicId(this.#tree, key)
  #idOrNull = (key: string | null): string | null => (key === null ? null : this.#id(key))
}

async function expectEnd(work: Promise<unknown>, refused: string | null): Promise<void> {
  expect(await ended(work)).toEqual(refused === null ? 'done' : { refused })
}

function expectSameShape(snapshot: Snapshot, oracle: Oracle): void {
  const keys = [...oracle.nodes.keys()]
  for (const parent of [null, ...keys.filter((key) => oracle.isLive(key))])
    expect(snapshot.childrenOf(parent).map(({ key }) => key)).toEqual(oracle.childrenOf(parent))
  for (const key of keys) {
    expect(snapshot.get(key)?.parent ?? null).toBe(oracle.nodes.get(key)?.parent)
    expect(snapshot.live(key) !== null).toBe(oracle.isLive(key))
    expect(snapshot.heirOf(key)?.key ?? null).toBe(oracle.heirOf(key))
  }
}
