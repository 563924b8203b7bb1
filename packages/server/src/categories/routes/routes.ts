import type { Route } from '../../api/route.ts'
import type { Comments } from '../../comments/service.ts'
import type { Topics } from '../service.ts'
import { arrangingRoutes } from './arranging.ts'
import { atRoute } from './at.ts'
import { discussionsRoute } from './discussions.ts'
import { mineRoute } from './mine.ts'
import { searchRoute } from './search.ts'
import { startRoute } from './start.ts'
import { topicReadRoutes } from './topics.ts'
import { treeRoutes } from './trees.ts'

/** The tree of topics over HTTP: read by all who may see it, arranged by admins. */
export const topicRoutes = ({ topics, comments }: { topics: Topics; comments: Comments }): Route[] => [
  ...treeRoutes(topics),
  ...topicReadRoutes(topics),
  atRoute(topics),
  searchRoute(topics),
  ...arrangingRoutes({ topics, comments }),
  discussionsRoute(topics),
  startRoute({ topics, comments }),
  mineRoute(topics),
]
