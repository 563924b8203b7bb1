import { stage } from '../../packages/widget/src/testing/stage.ts'
import { closing } from '../testing/closing.mjs'
import { createDashboard } from './app.mjs'

const HOOK_SECRET = 'a secret of the dashboard'

/** The app beside a real service that asks it who may see what. */
export async function dashboard() {
  const { url, context } = await stage()
  const [key] = await context.accounts.keys('main')
  const app = await closing(createDashboard({ palaver: url, org: 'main', key, hookSecret: HOOK_SECRET }))
  await context.accounts.change('main', { permissionHook: { url: `${app}/palaver/may`, secret: HOOK_SECRET } })
  return { app, url }
}
