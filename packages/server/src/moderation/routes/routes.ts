import type { Route } from '../../api/route.ts'
import type { Moderation } from '../service.ts'
import { actRoutes } from './acts.ts'
import { auditRoute } from './audit.ts'
import { heldRoutes } from './held.ts'
import { queueRoutes } from './queue.ts'
import { reportRoutes } from './reports.ts'
import { ruleRoutes } from './rules.ts'
import { sanctionRoutes } from './sanctions.ts'

export const moderationRoutes = (moderation: Moderation): Route[] => [
  ...queueRoutes(moderation),
  ...heldRoutes(moderation),
  ...actRoutes(moderation),
  ...reportRoutes(moderation),
  ...sanctionRoutes(moderation),
  ...ruleRoutes(moderation),
  auditRoute(moderation),
]
