import { z } from 'zod'
import type { Setting } from './setting.ts'

const optional = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema])

/** Where photos are kept. */
export const fileSettings = {
  s3Endpoint: {
    variable: 'PALAVER_S3_ENDPOINT',
    meaning: 'The S3-compatible service that keeps photos; empty for the folder files in the data folder.',
    fallback: '',
    allowed: 'an address such as https://s3.eu-central-1.amazonaws.com, without the bucket',
    schema: optional(
      z
        .url({ protocol: /^https?$/ })
        .refine((url) => !/[?#@]/.test(url))
        .transform((url) => url.replace(/\/+$/, '')),
    ),
  },
  s3Region: {
    variable: 'PALAVER_S3_REGION',
    meaning: 'The region of that service; many have but one, of any name.',
    fallback: 'us-east-1',
    allowed: 'a name such as eu-central-1',
    schema: z.string().regex(/^[\w-]{1,64}$/),
  },
  s3Bucket: {
    variable: 'PALAVER_S3_BUCKET',
    meaning: 'The bucket for photos, which must be there; others should not be able to read it.',
    fallback: '',
    allowed: 'the name of a bucket, 3 to 63 small letters, digits, dots and dashes',
    schema: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
  },
  s3KeyId: {
    variable: 'PALAVER_S3_KEY_ID',
    meaning: 'The name of the key with which the service reads, writes, lists and deletes in that bucket.',
    fallback: '',
    allowed: 'what the S3-compatible service calls an access key id',
    schema: optional(z.string().regex(/^[\x21-\x7e]{1,256}$/)),
  },
  s3Secret: {
    variable: 'PALAVER_S3_SECRET',
    meaning: 'The secret of that key.',
    fallback: '',
    allowed: 'what the S3-compatible service calls a secret access key',
    schema: optional(z.string().regex(/^[\x21-\x7e]{1,256}$/)),
    secret: true,
  },
} satisfies Record<string, Setting>
