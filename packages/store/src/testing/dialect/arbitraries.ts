import fc from 'fast-check'
import type { Scalar } from '../../dialect/condition.ts'
import type { Doc, Json } from '../../dialect/value.ts'

/** Few names and values, so that paths lead somewhere and values meet. */
const aName = fc.constantFrom('a', 'b', 'c', '0', '1')
const texts = ['', 'a', 'b', 'é', '\uffee', '😀']
const numbers = [0, 1, 2, -0.5, 1e308, 2 ** 40]

export const aScalar: fc.Arbitrary<Scalar> = fc.constantFrom<Scalar>(null, true, false, ...texts, ...numbers)

export const aValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    aScalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(aName, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

export const aDocument: fc.Arbitrary<Doc> = fc
  .dictionary(aName, aValue, { maxKeys: 4, noNullPrototype: true })
  .map((fields) => ({ ...fields, _id: 'x' }))

export const aPath: fc.Arbitrary<string> = fc
  .array(aName, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('.'))
