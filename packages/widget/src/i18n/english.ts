import { en } from './en.ts'

/** English as far as it has loaded. */
export const english: Record<string, string> = { ...en }
