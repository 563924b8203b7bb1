import * as z from 'zod'

/** A whole number in a query, where everything is text. */
export const numberInQuery = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most })

/** A parameter that may be there several times. */
export const listInQuery = <S extends z.ZodType>(one: S, most: number) =>
  z.union([one.transform((value) => [value]), z.array(one).max(most)])

/** Text of at most so many bytes, kept exactly. */
export const textOfBytes = (most: number) =>
  z
    .string()
    .min(1)
    .refine((text) => Buffer.byteLength(text) <= most, `must be at most ${most} bytes of UTF-8`)
    .refine((text) => text.isWellFormed(), 'must be well-formed text')

/** A line of text for people: no line breaks nor other control characters. */
export const lineOfText = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'must be text without control characters')
