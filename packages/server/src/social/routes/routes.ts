import type { People } from '../../accounts/service.ts'
import type { Route } from '../../api/route.ts'
import type { Social } from '../service.ts'
import { circlePeopleRoutes } from './circle-people.ts'
import { circleRoutes } from './circles.ts'
import { followingRoutes } from './following.ts'
import { markRoutes } from './marks.ts'
import { mutedWordRoutes } from './muted-words.ts'
import { personRoutes } from './people.ts'
import { postRoutes } from './posts.ts'
import { profileRoutes } from './profile.ts'
import { wallRoutes } from './walls.ts'

/** People who follow each other, and what they write, over HTTP. */
export const socialRoutes = (social: Social, people: Pick<People, 'get'>): Route[] => [
  ...personRoutes(social, people),
  ...profileRoutes(social),
  ...mutedWordRoutes(social),
  ...followingRoutes(social),
  ...circleRoutes(social),
  ...circlePeopleRoutes(social),
  ...postRoutes(social),
  ...markRoutes(social),
  ...wallRoutes(social),
]
