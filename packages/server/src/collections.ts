import type { CollectionSpec } from '@palaver/store'

/** Every collection of the service. The store adds its own. */
export const collections: readonly CollectionSpec[] = []
