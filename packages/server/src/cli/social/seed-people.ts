import type { Context } from '../../context.ts'
import { EXIT, Problem } from '../../problem.ts'
import { sowCrowd, type Sown } from '../../social/seeding/sow.ts'
import { showProgress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import { requireOrg } from '../the-org.ts'

const MOST_PEOPLE = 1_000_000
/** All of it is before this day, whenever it is made: so the same command goes on with what was begun. */
const DAY_MS = 86_400_000

export type MadePeople = Sown & { org: string; seconds: number }

export function peopleIn(text: string): number {
  const count = Number(text.replaceAll('_', ''))
  if (Number.isInteger(count) && count > 1 && count <= MOST_PEOPLE) return count
  throw new Problem(EXIT.usage, `--people must be a whole number from 2 to ${MOST_PEOPLE}.`)
}

export async function makePeople(
  { accounts, social, people, now }: Context,
  { count, seed, org: named }: { count: number; seed: string; org: string | undefined },
): Promise<MadePeople> {
  const began = performance.now()
  let isStopped = false
  void stopSignal().then(() => (isStopped = true))
  await accounts.ensureFirst()
  const { _id: org } = await requireOrg(accounts, named)
  const { follows, posts, world } = social.needs
  const sown = await sowCrowd(
    { people, follows, posts, world },
    {
      org,
      plan: { seed, people: count },
      now: Math.floor(now() / DAY_MS) * DAY_MS,
      onProgress: showProgress(process.stderr),
      isStopped: () => isStopped,
    },
  )
  return { org, ...sown, seconds: Number(((performance.now() - began) / 1000).toFixed(1)) }
}

export function asText({ people, follows, posts, seconds, isWhole }: MadePeople): string {
  const [many, edges, texts] = [people, follows, posts].map((count) => count.toLocaleString('en'))
  const rest = isWhole ? '' : 'They are not all there: the same command goes on with it.\n'
  const look = 'While the service runs it brings lists, walls and numbers up to date with them.\n'
  return `${many} people who follow each other ${edges} times and wrote ${texts} posts, in ${seconds} s.\n${rest}${look}`
}
