/** A filter after parsing: what the planner, the matcher and both engines read. */
export type Scalar = string | number | boolean | null

export type Range = { op: 'gt' | 'gte' | 'lt' | 'lte'; value: string | number | boolean }

export type Test =
  | { op: 'eq' | 'ne'; value: Scalar }
  | { op: 'in'; values: readonly Scalar[] }
  | Range
  | { op: 'exists'; value: boolean }
  | { op: 'elemMatch'; element: ElementTest }

/** `$elemMatch` looks at an element itself (`{$gt: 1}`) or at its fields (`{a: 1, b: 2}`). */
export type ElementTest = { tests: readonly Test[] } | { fields: Condition }

export type Clause = { path: string; tests: readonly Test[] } | { or: readonly Condition[] }

/** All clauses must hold. */
export type Condition = readonly Clause[]
