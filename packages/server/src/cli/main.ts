import { palaver } from './palaver.ts'

process.exitCode = await palaver(process.argv.slice(2))
