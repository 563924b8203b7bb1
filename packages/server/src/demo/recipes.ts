import { readDemoFile } from './files.ts'

/** How a host signs a token, with nothing but what comes with the language. `run`: the program that takes the file. */
export const RECIPES = [
  { name: 'Node', file: 'token.mjs', run: ['node'] },
  { name: 'Python', file: 'token.py', run: ['python3'] },
  { name: 'PHP', file: 'token.php', run: ['php'] },
  { name: 'Go', file: 'token.go', run: ['go', 'run'] },
] as const

export const recipeText = (file: string): string => readDemoFile(`recipes/${file}`).trimEnd()
