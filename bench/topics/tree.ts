import { existsSync, readFileSync } from 'node:fs'

/** A real tree lies beside the project where its tests have it; elsewhere one of the same shape is made. */
const REAL = new URL('../../../shared/data/shopify-categories.txt', import.meta.url)

/** Topics a level, from the roots on, as in that tree. */
const SHAPE = [26, 218, 1_619, 4_704, 5_159, 2_252, 557, 71]

/** A whole taxonomy in Shopify's text format: `gid : A > B > C`. */
export const taxonomy = (): string => (existsSync(REAL) ? readFileSync(REAL, 'utf8') : made())

function made(): string {
  const lines: string[] = []
  let above: string[] = ['']
  for (const [level, count] of SHAPE.entries()) {
    const here = Array.from({ length: count }, (_, number) => {
      const parent = above[number % above.length] ?? ''
      const name = `Topic ${level}.${number} & more`
      return parent === '' ? name : `${parent} > ${name}`
    })
    lines.push(...here.map((path, number) => `gid://shopify/TaxonomyCategory/t-${level}-${number} : ${path}`))
    above = here
  }
  return `${lines.join('\n')}\n`
}
