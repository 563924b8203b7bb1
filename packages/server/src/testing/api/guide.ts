export type Step = { commands: string; answer: unknown; heading: string }

const BLOCK = /^(?:## (.+)|```(sh|json)\n([\s\S]*?)^```)$/gm

/** The shell blocks of a guide in their order, each with the JSON that stands below it. */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = []
  let heading = ''
  for (const [, title, kind, text = ''] of markdown.matchAll(BLOCK)) {
    const last = steps.at(-1)
    if (title !== undefined) heading = title
    else if (kind === 'sh') steps.push({ commands: text, answer: undefined, heading })
    else if (last !== undefined && last.answer === undefined) last.answer = JSON.parse(text)
    else throw new Error(`JSON without commands above it: ${text}`)
  }
  return steps
}

/** One script of all steps; each writes what it says, and how it ended, into files of its own. */
export const scriptOf = (steps: readonly Step[], folder: string): string =>
  steps.map(({ commands }, at) => `{\n${commands}} >'${folder}/${at}.out'\necho $? >'${folder}/${at}.code'\n`).join('')

const PLACEHOLDER = /^<\w+>$/

/** What is shown must be so; what is not shown may be anything. `<word>` stands for any value that is there. */
export function differences(shown: unknown, real: unknown, at = 'answer'): string[] {
  const isPlaceholder = typeof shown === 'string' && PLACEHOLDER.test(shown)
  if (isPlaceholder) return (real ?? null) === null ? [`${at} is not there`] : []
  if (!isComposed(shown) || !isComposed(real)) return shown === real ? [] : [`${at} is ${JSON.stringify(real)}`]
  if (Array.isArray(shown) && shown.length !== real['length']) return [`${at} has another length`]
  return Object.entries(shown).flatMap(([name, member]) => differences(member, real[name], `${at}.${name}`))
}

const isComposed = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
