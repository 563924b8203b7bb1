/** The collection of the log. */
export const EVENTS = 'events'
/** The index that sharding needs where no declared one begins with the key. */
export const SHARD_INDEX = '_shard'
