import type { PersonalPlace, Whose } from '../../personal/service.ts'
import type { Profiles } from './profiles.ts'

const ownProfile = (profiles: Profiles, { org, id }: Whose): string => profiles.idOf(org, `p:${id}`)

/** What somebody who signed in was shown of ads that are not shown to anybody too often. */
export const profilePlaces = (profiles: Profiles): PersonalPlace[] => [
  {
    name: 'ads shown',
    async *items(whose) {
      for (const { advertiser, campaign, creative, at, confirmed } of await profiles.shownTo(
        ownProfile(profiles, whose),
      ))
        yield { advertiser, campaign, creative, at: new Date(at).toISOString(), seen: confirmed }
    },
    erase: async (whose) => void (await profiles.forget(ownProfile(profiles, whose))),
  },
]

/** The profile of a random id; whoever has it may take it back. */
export const forgetRandom = (profiles: Profiles, { org, random }: { org: string; random: string }): Promise<boolean> =>
  profiles.forget(profiles.idOf(org, `r:${random}`))
