import { relationRoutes } from '../accounts/routes/me.ts'
import { peopleRoutes } from '../accounts/routes/people.ts'
import { guestRoute } from '../accounts/routes/guests.ts'
import { keyRoutes } from '../accounts/routes/keys.ts'
import { orgRoutes } from '../accounts/routes/org.ts'
import { adRoutes } from '../ads/routes/routes.ts'
import type { Route } from '../api/route.ts'
import { topicRoutes } from '../categories/routes/routes.ts'
import { settingsSchema } from '../comments/model.ts'
import { commentRoutes } from '../comments/routes/comments.ts'
import { countRoute } from '../comments/routes/counts.ts'
import { discussionRoutes } from '../comments/routes/discussions.ts'
import { feedRoutes } from '../comments/routes/feeds.ts'
import { ownCommentsRoute } from '../comments/routes/own-comments.ts'
import { pinRoutes } from '../comments/routes/pins.ts'
import { viewerRoute } from '../comments/routes/viewer.ts'
import { viewRoutes } from '../comments/routes/views.ts'
import { voteRoutes } from '../comments/routes/votes.ts'
import { photoRoutes } from '../files/routes.ts'
import type { Context } from '../context.ts'
import { embedRoutes } from '../embed/routes.ts'
import { loginRoute } from '../embed/login-route.ts'
import { queueRoutes } from '../events/routes.ts'
import { liveRoutes } from '../live/routes.ts'
import { moderationRoutes } from '../moderation/routes/routes.ts'
import { personalRoutes } from '../personal/routes.ts'
import { postModerationRoutes } from '../social/moderating/routes.ts'
import { previewRoutes } from '../social/previews/routes.ts'
import { socialRoutes } from '../social/routes/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'

type Needs = Pick<
  Context,
  | 'comments'
  | 'topics'
  | 'social'
  | 'ads'
  | 'photos'
  | 'previews'
  | 'accounts'
  | 'people'
  | 'moderation'
  | 'personal'
  | 'notifications'
  | 'webhooks'
  | 'queues'
  | 'live'
  | 'logins'
  | 'now'
>

/** Every route of the API, from each module that has some. */
export function apiRoutes({
  comments,
  topics,
  social,
  ads,
  photos,
  previews,
  accounts,
  people,
  moderation,
  personal,
  notifications,
  webhooks,
  queues,
  live,
  logins,
  now,
}: Needs): Route[] {
  return [
    ...discussionRoutes(comments),
    countRoute(comments),
    ...commentRoutes(comments),
    ...pinRoutes(comments),
    ...viewRoutes(comments),
    ...voteRoutes(comments),
    viewerRoute(comments),
    ...topicRoutes({ topics, comments }),
    ...routesOfPosts({ social, people, previews, photos }),
    ...adRoutes(ads),
    ...orgRoutes(accounts, settingsSchema),
    ...keyRoutes(accounts),
    guestRoute(accounts),
    ...peopleRoutes(people, now),
    ...relationRoutes(people),
    ownCommentsRoute(comments),
    ...personalRoutes(personal),
    ...moderationRoutes(moderation),
    ...notifications.routes(),
    ...embedRoutes({ comments, accounts, people }),
    loginRoute(logins),
    ...liveRoutes(live),
    ...webhookRoutes(webhooks),
    ...queueRoutes(queues),
    ...feedRoutes({ comments, isPublic: async (org) => (await accounts.hook(org, 'permissionHook')) === null }),
  ]
}

/** What people show of themselves, and what they write. */
const routesOfPosts = ({
  social,
  people,
  previews,
  photos,
}: Pick<Context, 'social' | 'people' | 'previews' | 'photos'>): Route[] => [
  ...socialRoutes(social, people),
  ...postModerationRoutes(social),
  ...previewRoutes(previews),
  ...photoRoutes(photos),
]
