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
  if (typeof shown === 'string' && PLACEHOLDER.test(shown))
    return real === null || real === undefined ? [`${at} is not there`] : []
  if (typeof shown !== 'object' || shown === null) return shown === real ? [] : [`${at} is ${JSON.stringify(real)}`]
  if (typeof real !== 'object' || real === null) return [`${at} is ${JSON.stringify(real)}`]
  if (Array.isArray(shown) && Array.isArray(real) && shown.length !== real.length)
    return [`${at} has ${real.length} members`]
  return Object.entries(shown).flatMap(([name, member]) =>
    differences(member, (real as Record<string, unknown>)[name], `${at}.${name}`),
  )
}
