/** What a check found: the counts are of operations, but for `problems` (of `verify`) and `gaps` (in the log). */
export type Findings = {
  /** Acknowledged, and no longer there. */
  lost: number
  /** There more than once. */
  doubled: number
  /** There although the store refused it, or although nobody asked for it. */
  unasked: number
  /** The document has it and its events are not there, or the other way round. */
  halfWritten: number
  /** Events of a document in another order than the document took them. */
  misordered: number
  gaps: number
  problems: number
  /** The first few, in words. */
  examples: string[]
}

export type Fault = Exclude<keyof Findings, 'examples'>

const MOST_EXAMPLES = 20

export const nothingFound = (): Findings => ({
  lost: 0,
  doubled: 0,
  unasked: 0,
  halfWritten: 0,
  misordered: 0,
  gaps: 0,
  problems: 0,
  examples: [],
})

const FAULTS = Object.keys(nothingFound()).filter((name): name is Fault => name !== 'examples')

export function report(findings: Findings, fault: Fault, example: string): void {
  findings[fault]++
  if (findings.examples.length < MOST_EXAMPLES) findings.examples.push(`${fault}: ${example}`)
}

export function addFindings(to: Findings, more: Findings): void {
  for (const fault of FAULTS) to[fault] += more[fault]
  to.examples.push(...more.examples.slice(0, MOST_EXAMPLES - to.examples.length))
}

export const isClean = (findings: Findings): boolean => FAULTS.every((fault) => findings[fault] === 0)
