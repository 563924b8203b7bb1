import { FIELDS, type Invalidity, invalidity } from './invalidity.ts'

/** The same for who has header fields one by one. */
export const invalidityOf = (said: (field: string) => string | null): Invalidity | null =>
  invalidity(Object.fromEntries(FIELDS.map((field) => [field, said(field) ?? undefined])))
