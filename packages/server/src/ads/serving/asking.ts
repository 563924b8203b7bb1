import { deviceOf } from '../decision/device.ts'
import { foldKeyword } from '../decision/keywords.ts'
import { personOf } from '../profiles/person.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Tokens } from '../tracking/tokens.ts'
import { invalidityOf, isPrivate } from '../traffic/said.ts'
import type { Held } from '../holding.ts'
import type { Stock } from '../stock.ts'
import type { Placing } from './serve.ts'

/** What a request says of a page, of the program that shows it and of who looks at it. */
export type AskedPlaces = Pick<Placing, 'org' | 'actor' | 'places' | 'topic' | 'locale' | 'keywords'> & {
  /** What the page is about, where that is something of its own here, such as a post. */
  resource: { type: string; id: string } | null
  /** An id that the page made up for who looks at it. */
  random: string | null
  consent: boolean
  /** Tokens of what the page shows already. */
  beside: readonly string[]
  said: (field: string) => string | null
}

export type AskingNeeds = {
  profiles: Profiles
  tokens: Tokens
  countryField: string | null
  now: () => number
}

/** A post may be for some people only: nothing of it is told by what is shown beside it. */
const isOfPost = ({ resource }: AskedPlaces): boolean => resource?.type === 'social-post'

const COUNTRY = /^[A-Z]{2}$/

export function placingOf(needs: AskingNeeds, { stock }: Held, asked: AskedPlaces): Placing {
  const { org, actor, places, locale, random, consent, said } = asked
  const country = needs.countryField === null ? null : (said(needs.countryField)?.trim().toUpperCase() ?? null)
  const words = isOfPost(asked) ? [] : asked.keywords.map(foldKeyword).filter((word) => word !== '')
  return {
    org,
    actor,
    places,
    locale,
    person: personOf(needs.profiles, { org, actor, random, consent, gpc: isPrivate(said) }),
    keywords: [...new Set(words)],
    topic: asked.topic,
    resource: asked.resource,
    tellsTopic: !isOfPost(asked),
    device: deviceOf(said('user-agent') ?? '', said('sec-ch-ua-mobile') ?? undefined),
    country: country !== null && COUNTRY.test(country) ? country : null,
    beside: asked.beside.flatMap((token) => shownBy(needs, stock, { org, token })),
    isMachine: invalidityOf(said) !== null,
  }
}

type Beside = { org: string; token: string }

/** What was not decided for this org says nothing. */
function shownBy({ tokens, now }: AskingNeeds, stock: Stock, { org, token }: Beside): Placing['beside'] {
  const opened = tokens.open('i', token, now())
  const campaign = opened?.decided.org === org ? opened.decided.campaign : null
  const advertiser = campaign === null ? null : stock.advertiserOf(campaign)
  if (campaign === null || advertiser === null) return []
  return [{ advertiser, campaign, creative: opened?.decided.creative ?? '' }]
}
