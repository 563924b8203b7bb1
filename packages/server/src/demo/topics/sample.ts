import type { Topics } from '../../categories/service.ts'

type NewTopic = Parameters<Topics['create']>[2]

/** A topic that the demo begins with, and those under it. `id` is for the demo alone. */
export type SampleTopic = Omit<NewTopic, 'parent' | 'before' | 'after' | 'slug' | 'ref'> & {
  id: string
  under?: readonly SampleTopic[]
}

/** Each behind the one that it lies under. */
export function* everyTopic(
  samples: readonly SampleTopic[],
  parent: string | null = null,
): Generator<{ sample: Omit<SampleTopic, 'under'>; parent: string | null }> {
  for (const { under = [], ...sample } of samples) {
    yield { sample, parent }
    yield* everyTopic(under, sample.id)
  }
}
