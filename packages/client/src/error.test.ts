import { describe, expect, expectTypeOf, test } from 'vitest'
import type { problemStatus } from '../../server/src/api/problem-codes.ts'
import { type Answer, call } from './call.ts'
import type { Palaver } from './connect.ts'
import { discussion, type Thread } from './discussion.ts'
import { PalaverError, type Problem, type ProblemCode } from './error.ts'
import type { Comment, Held, Node, Page, Posted } from './generated/types.ts'
import { pages } from './listing.ts'
import { comments, tree } from './reading.ts'
import { ground, PAGE } from './testing/ground.ts'
import { post } from './writing.ts'

test('a refusal says what is wrong with which value', async () => {
  const { as } = await ground()
  const thread = discussion(await as('ada'), PAGE)
  const error = await post(thread, { text: 7 as unknown as string }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PalaverError)
  expect(error).toMatchObject({
    name: 'PalaverError',
    message: expect.stringMatching(/^invalid: The request cannot be taken: text must be text/),
    problem: { code: 'invalid', status: 422, errors: [{ path: 'text', message: 'must be text' }] },
    retryAfter: null,
  })
})

test('what is not there is told by its code', async () => {
  const { as } = await ground()
  const thread = discussion(await as(null), PAGE)
  await expect(comments(thread).page()).rejects.toMatchObject({ problem: { code: 'discussion-not-found' } })
})

describe('types', () => {
  test('codes are those of the service, network and aborted', () => {
    expectTypeOf<ProblemCode>().toEqualTypeOf<keyof typeof problemStatus | 'network' | 'aborted'>()
  })

  test('the code tells what else there is', () => {
    const told = (problem: Problem): string => {
      switch (problem.code) {
        case 'network':
          expectTypeOf(problem.status).toEqualTypeOf<number | undefined>()
          return 'offline'
        case 'aborted':
          expectTypeOf(problem).toEqualTypeOf<{ code: 'aborted'; detail: string }>()
          return 'left'
        case 'invalid':
          expectTypeOf(problem.errors).toEqualTypeOf<{ path: string; message: string }[] | undefined>()
          return problem.errors?.map(({ path }) => path).join() ?? ''
        default:
          expectTypeOf(problem.status).toEqualTypeOf<number>()
          return problem.title
      }
    }
    expect(told({ code: 'network', detail: '' })).toBe('offline')
  })

  test('a wrong code, operation, member or value does not compile', () => {
    const wrong = (palaver: Palaver, thread: Thread): unknown[] => [
      // @ts-expect-error there is no such code
      new PalaverError({ code: 'nonsense', detail: '' }),
      // @ts-expect-error there is no such operation
      call(palaver, 'GET /v1/nothing', {}),
      // @ts-expect-error its path is missing
      call(palaver, 'GET /v1/discussions/{discussion}', {}),
      // @ts-expect-error a text is missing
      post(thread, {}),
      // @ts-expect-error there is no such order
      comments(thread, { sort: 'worst' }),
    ]
    expect(wrong).toBeTypeOf('function')
  })

  test('answers have the types of their schemas', () => {
    type Reads = (thread: Thread) => void
    const reads: Reads = (thread) => {
      expectTypeOf(post).returns.resolves.toEqualTypeOf<Posted | Held>()
      expectTypeOf(comments(thread)).toExtend<AsyncIterable<Comment>>()
      expectTypeOf(pages(comments(thread))).toExtend<AsyncIterable<Page>>()
      expectTypeOf(tree(thread)).toExtend<AsyncIterable<Node>>()
      expectTypeOf<Answer<'PUT /v1/discussions/{discussion}/comments/{slug}/vote'>['value']>().toEqualTypeOf<
        -1 | 0 | 1
      >()
    }
    expect(reads).toBeTypeOf('function')
  })
})
