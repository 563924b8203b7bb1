/** What `node scripts/run.mjs <name>` gives to Node. */
export const heap: readonly string[]
export const commands: Readonly<Record<'start' | 'palaver' | 'bench' | 'test', { run: string[]; built: boolean }>>
