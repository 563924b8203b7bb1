import type { ProfilePatch } from '../../accounts/service.ts'
import type { Actor } from '../../api/actor.ts'
import { type Audience, POST_RESOURCE } from '../model.ts'
import type { Act, OfAct } from './acts.ts'
import { meantBy } from './expecting.ts'
import type { Oracle, To } from './oracle.ts'
import { unlessRefused } from './stepped.ts'
import { actorOf, idOf, ORG, type Village } from './village.ts'

export const refOf = (post: string) => ({ org: ORG, resource: { type: POST_RESOURCE, id: post } })

/** What somebody says of themselves. Those who waited are let in by who follows the log, so this waits for that. */
export async function tellOf({ social, drained }: Village, name: string, patch: ProfilePatch): Promise<void> {
  await social.people.reviseProfile(actorOf(name), patch, null)
  await drained()
}

const audienceOf = ({ to, circles, people }: To): Audience => ({ to, circles, people: people.map(idOf) })
const keyOf = ({ circle }: { circle: number }): string => `k${circle}`
const POLL = { choices: ['yes', 'no'], isMultiple: false, seconds: 86_400 }

type Doing = Village & { by: string; actor: Actor; post: string }
type Verbs = { [K in Act['act']]: (doing: Doing, act: OfAct<K>) => Promise<unknown> }

/** What each act is in the service. A new post is answered by its id. */
const VERBS: Verbs = {
  follow: ({ follow, by }, { to }) => follow(by, to),
  unfollow: ({ unfollow, by }, { to }) => unfollow(by, to),
  accept: ({ social, actor }, { to }) => social.accept(actor, idOf(to)),
  decline: ({ social, actor }, { to }) => social.removeFollower(actor, idOf(to)),
  block: ({ block, by }, { to }) => block(by, to),
  unblock: ({ unblock, by }, { to }) => unblock(by, to),
  mute: ({ people, actor }, { to }) => people.relations.add(actor, 'mute', idOf(to)),
  unmute: ({ people, actor }, { to }) => people.relations.remove(actor, 'mute', idOf(to)),
  profile: (v, { isPrivate, from, isCareful }) => tellOf(v, v.by, { isPrivate, wall: from, reviewsWall: isCareful }),
  circle: ({ social, actor }, act) => social.circles.create(actor, { key: keyOf(act), name: act.name }),
  add: ({ social, actor }, act) => social.circles.add(actor, keyOf(act), idOf(act.to)),
  drop: ({ social, actor }, act) => social.circles.drop(actor, keyOf(act), idOf(act.to)),
  uncircle: ({ social, actor }, act) => social.circles.remove(actor, keyOf(act)),
  say: ({ say, by }, { audience, isPoll }) => say(by, 'said', audienceOf(audience), isPoll ? { poll: POLL } : {}),
  onWall: ({ say, by }, { audience, to }) => say(by, 'on a wall', audienceOf(audience), { wall: idOf(to) }),
  quote: ({ say, by, post }, { audience }) => say(by, 'quoted', audienceOf(audience), { of: post }),
  repost: async ({ social, actor, post }, { audience }) =>
    (await social.repost(actor, post, audienceOf(audience))).post._id,
  audience: ({ social, actor, post }, { audience }) => social.revise(actor, post, { audience: audienceOf(audience) }),
  edit: ({ social, actor, post }) => social.revise(actor, post, { text: 'edited' }),
  delete: ({ social, actor, post }) => social.delete(actor, post),
  review: ({ social, actor, post }, { lets }) => social.review(actor, post, lets),
  react: ({ social, actor, post }, { reaction }) => social.react(actor, post, reaction),
  vote: ({ social, actor, post }, { choice }) => social.vote(actor, post, [choice]),
  comment: ({ comments, actor, post }) => comments.post({ actor, ref: refOf(post) }, { text: 'well' }),
}

/** Does it; null where it is refused, and the id of a new post where there is one. */
export async function performed(v: Village, oracle: Oracle, act: Act): Promise<string | null> {
  const { by, at } = meantBy(oracle, act)
  const verb = VERBS[act.act] as (doing: Doing, act: Act) => Promise<unknown>
  const doing = { ...v, by, actor: actorOf(by), post: at?.id ?? 'none' }
  const answer = await unlessRefused(verb(doing, act).then((done) => ({ done })))
  if (answer === null) return null
  return typeof answer.done === 'string' ? answer.done : ''
}
