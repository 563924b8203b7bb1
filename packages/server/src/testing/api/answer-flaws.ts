import { type ProblemCode, problemStatus } from '../../api/problem-codes.ts'
import type { Document, Operation } from './document.ts'
import { flawsOf } from './json-schema.ts'

type Answered = { statusCode: number; headers: Readonly<Record<string, unknown>>; body: string }
export type Problem = {
  code: ProblemCode
  status: number
  detail: string
  errors?: { path: string; message: string }[]
}

const PROBLEM_TYPE = 'application/problem+json'

/** What an answer has that the document does not announce. */
export function flawsOfAnswer(document: Document, operation: Operation | null, answer: Answered): string[] {
  const announced = operation?.responses[String(answer.statusCode)]
  const flaws = announced === undefined ? flawsOfProblem(document, answer) : flawsOfGood(document, announced, answer)
  return flaws.map((flaw) => `${answer.statusCode}: ${flaw}`)
}

const typeOf = ({ headers }: Answered): string => JSON.stringify(headers['content-type'] ?? '').split(/[";]/)[1] ?? ''

function flawsOfGood(document: Document, { content = {} }: Operation['responses'][string], answer: Answered): string[] {
  const types = Object.keys(content)
  if (types.length === 0) return answer.body === '' ? [] : ['there is a body, and none is announced']
  const type = typeOf(answer)
  if (!types.includes(type)) return [`the type ${type} is not announced`]
  const schema = content[type]?.schema
  if (schema === undefined || !type.endsWith('json')) return answer.body === '' ? ['the body is empty'] : []
  return flawsOf(schema, JSON.parse(answer.body), { document, at: 'body' })
}

/** Every status that an operation does not announce is a problem, with a code that is documented. */
export function flawsOfProblem({ components, ...rest }: Document, answer: Answered): string[] {
  if (answer.statusCode === 304) return answer.body === '' ? [] : ['there is a body with 304']
  if (answer.statusCode < 400) return [`the status is not announced: ${answer.body.slice(0, 200)}`]
  if (typeOf(answer) !== PROBLEM_TYPE) return [`the type is ${typeOf(answer)}: ${answer.body.slice(0, 200)}`]
  const schema = components.responses['Problem']?.content[PROBLEM_TYPE]?.schema ?? {}
  const problem = JSON.parse(answer.body) as Problem
  const flaws = flawsOf(schema, problem, { document: { ...rest, components }, at: 'problem' })
  return flaws.length > 0 ? flaws : saysNothing(problem, answer.statusCode)
}

function saysNothing({ status, code, detail, errors: [first] = [] }: Problem, statusCode: number): string[] {
  const isWrong = {
    [`the problem says ${status} ${code}`]: status !== statusCode || problemStatus[code] !== statusCode,
    'the detail says nothing': detail.length < 5,
    [`the detail does not name ${first?.path}`]: !detail.includes(first?.path ?? ''),
  }
  return Object.entries(isWrong).flatMap(([flaw, isSo]) => (isSo ? [flaw] : []))
}
