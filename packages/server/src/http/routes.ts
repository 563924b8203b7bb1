import type { Route } from '../api/route.ts'
import { commentRoutes } from '../comments/routes/comments.ts'
import { countRoute } from '../comments/routes/counts.ts'
import { discussionRoutes } from '../comments/routes/discussions.ts'
import { viewerRoute } from '../comments/routes/viewer.ts'
import { viewRoutes } from '../comments/routes/views.ts'
import { voteRoutes } from '../comments/routes/votes.ts'
import type { Context } from '../context.ts'

/** Every route of the API, from each module that has some. */
export function apiRoutes({ comments }: Pick<Context, 'comments'>): Route[] {
  return [
    ...discussionRoutes(comments),
    countRoute(comments),
    ...commentRoutes(comments),
    ...viewRoutes(comments),
    ...voteRoutes(comments),
    viewerRoute(comments),
  ]
}
