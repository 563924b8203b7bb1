type Policy = { createHTML: (html: string) => string }
type Types = { createPolicy: (name: string, rules: Policy) => Policy }

const policy = made()

/** Pages may require that whoever writes HTML has a policy for it, and may forbid that: then nothing can be shown there. */
function made(): Policy | undefined {
  try {
    const { trustedTypes } = globalThis as { trustedTypes?: Types }
    return trustedTypes?.createPolicy('palaver', { createHTML: (html) => html })
  } catch {
    return undefined
  }
}

/** HTML that the service has made, and has taken everything out of that could do something. */
export const trusted = (html: string): string => policy?.createHTML(html) ?? html
