type Awaitable<T> = T | Promise<T>

/** How a schedule ended: what each actor that came to its end returned, and who died on the way. */
export type Outcome<Results> = {
  acknowledged: { [Name in keyof Results]?: Results[Name] }
  crashed: readonly (keyof Results & string)[]
}

/** What every actor has beside the world. */
type Sleeper = {
  /** For the code's own waiting and backing off, in place of a timer. It takes no time, and is no step. */
  sleep: (ms?: number) => Promise<void>
}

export type AnyResults = Record<string, unknown>

/**
 * Actors in the real code's terms, over objects whose calls are stepped through in every order.
 *
 * A run must be determined by its order of steps alone. So clock, ids and jitter come from the world, nothing
 * waits on a timer (`sleep` is there for that), and what actors share lies behind a step or in the world.
 */
export type Protocol<World extends object, Results extends AnyResults> = {
  title: string
  /** Makes a fresh world for every schedule. */
  setUp: () => Awaitable<World>
  tearDown?: (world: World) => Awaitable<void>
  /** The world's members (objects or functions) on which each call is a step. */
  steps: readonly (keyof World & string)[]
  /** Their methods that are called directly: those that answer without a promise. */
  unstepped?: readonly string[]
  /** Each is one process. What it returns is acknowledged; if it throws, the protocol is broken. */
  actors: { [Name in keyof Results]: (world: NoInfer<World> & Sleeper) => Promise<Results[Name]> }
  /** How many actors may die in one schedule, before a call or after it with its answer not seen; 1 by default. */
  crashes?: number
  /** Who may die; everyone by default. */
  mayCrash?: readonly NoInfer<keyof Results>[]
  /** What a restart does; only after a crash, and not stepped. */
  recover?: (world: World, outcome: Outcome<Results>) => Awaitable<void>
  /** Throws when the invariant is broken at the end of a schedule. */
  check: (world: World, outcome: Outcome<Results>) => Awaitable<void>
  /** Throws when something is broken that must hold after every step. */
  always?: (world: World) => Awaitable<void>
  /**
   * All that the future and the check may depend on, besides what the actors know from their calls. With it, a
   * state that was reached before is not searched again, and far longer protocols can be searched as a whole.
   */
  fingerprint?: (world: World) => unknown
  /** How many runs the search for every schedule may take (20,000), … */
  exhaustiveUpTo?: number
  /** … and how many schedules are tried at random when those were not all (2,000). */
  random?: number
  seed?: number
  /** A printed schedule: only this is run. */
  replay?: string
  /** A schedule longer than this does not end (300). */
  maxSteps?: number
  /** When to complain that an actor waits for something that is no step (10,000). */
  stuckAfterMs?: number
}
