import { type Invalidity, invalidityIn } from './invalidity.ts'

/** As requests say it, which say nothing of what is not there. */
export const invalidityOf = (said: (field: string) => string | null): Invalidity | null =>
  invalidityIn((field) => said(field) ?? '')

/** Global Privacy Control: whoever says so is nobody, whatever they agreed to before. */
export const isPrivate = (said: (field: string) => string | null): boolean => said('sec-gpc')?.trim() === '1'
