import { Dice, nameOf, textOf } from '../../comments/service.ts'
import type { Audience } from '../model.ts'

/** People by number; how many follow whom is as uneven as among people. */
export type CrowdPlan = { seed: string; people: number }

export type Edge = { follower: number; followee: number; ago: number }
export type Utterance = { author: number; ago: number; text: string; to: Audience['to'] }

const DAY_MS = 86_400_000
const DAYS = 120
/** Half of all follow fewer than this. */
const MIDDLE = 22
const SPREAD = 1.1
const MOST = 2000
/** The larger, the more the first have of all followers. */
const STEEPNESS = 2.6
const BACK = 0.35
const POSTS_MIDDLE = 3

export const hostIdOf = ({ seed }: CrowdPlan, number: number): string => `seed-${seed}-${number}`
export const nameIn = ({ seed }: CrowdPlan, number: number): string => nameOf(seed, number)

/**
 * Whom one person follows: few follow very many, and a few are followed by very many (both tails are long, as in networks
 * of people). About a third follow back.
 */
export function* followedBy(plan: CrowdPlan, number: number): Generator<Edge> {
  const dice = new Dice(`${plan.seed} follows ${number}`)
  const wanted = Math.round(MIDDLE * Math.exp(SPREAD * dice.normal()))
  const count = Math.min(wanted, MOST, Math.floor((plan.people - 1) / 2))
  const met = new Set([number])
  for (let at = 0; at < count; at++) {
    const followee = Math.floor(plan.people * dice.next() ** STEEPNESS)
    const ago = Math.floor(DAYS * DAY_MS * dice.next())
    const isBack = dice.happens(BACK)
    if (met.has(followee)) continue
    met.add(followee)
    yield { follower: number, followee, ago }
    if (isBack) yield { follower: followee, followee: number, ago: Math.floor(ago / 2) }
  }
}

const AUDIENCES: readonly [Audience['to'], ...Audience['to'][]] = [
  'public',
  'public',
  'public',
  'public',
  'public',
  'public',
  'followers',
  'followers',
  'followers',
  'circles',
]

/** What one person has written. */
export function* saidBy({ seed }: CrowdPlan, author: number): Generator<Utterance> {
  const dice = new Dice(`${seed} says ${author}`)
  const count = Math.min(200, Math.round(POSTS_MIDDLE * Math.exp(SPREAD * dice.normal())))
  for (let at = 0; at < count; at++)
    yield {
      author,
      ago: Math.floor(DAYS * DAY_MS * dice.next()),
      text: textOf(dice, null),
      to: dice.pick(AUDIENCES),
    }
}
