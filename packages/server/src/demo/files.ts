import { readFileSync } from 'node:fs'

/** Pages, pictures and recipes stay where they were written: the compiler takes only TypeScript along. */
const HOME = new URL('../../src/demo/', import.meta.url)

export const readDemoFile = (path: string): string => readFileSync(new URL(path, HOME), 'utf8')
