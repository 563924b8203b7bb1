import type { Store } from '@palaver/store'
import type { LayoutName } from '../model.ts'
import type { World } from '../world.ts'
import { embeddedLayout } from './embedded/embedded.ts'
import { hybridLayout } from './hybrid/hybrid.ts'
import type { Layout } from './layout.ts'
import { perCommentLayout } from './per-comment/per-comment.ts'

/** The ways to store comments, by the name under which a discussion chooses one. */
export function createLayouts(
  store: Store,
  world: Pick<World, 'sleep' | 'random'>,
): Readonly<Record<LayoutName, Layout>> {
  return {
    'per-comment': perCommentLayout(store),
    embedded: embeddedLayout(store, world),
    hybrid: hybridLayout(store, world),
  }
}
