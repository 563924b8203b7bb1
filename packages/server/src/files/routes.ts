import * as z from 'zod'
import { defineRoute, type Route } from '../api/route.ts'
import { PHOTO_TYPES } from './kinds.ts'
import { LARGEST_BYTES, LONGEST_ALT, type Photo, SIZES } from './model.ts'
import { requirePerson } from './policy.ts'
import type { Photos } from './service.ts'

const tag = 'Photos'

const photoParams = z.object({
  photo: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of a photo')
    .meta({ description: 'Id of a photo.' }),
})

const measures = { width: z.int(), height: z.int() }

const newPhotoSchema = z
  .object({ id: z.string(), ...measures, small: z.object(measures) })
  .meta({ id: 'NewPhoto', description: 'A photo that waits for a day to be used.' })

const photoSchema = z.object({ id: z.string(), ...measures, small: z.object(measures), alt: z.string() }).meta({
  id: 'Photo',
})

const bytesSchema = z
  .custom<Buffer>((body) => Buffer.isBuffer(body), 'must be the bytes of a picture, with its Content-Type')
  .meta({ description: 'The file as it is.' })

const altSchema = z.strictObject({
  alt: z
    .string()
    .trim()
    .max(LONGEST_ALT)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), 'must be text without control characters')
    .meta({ description: 'What the photo shows, for those who do not see it.' }),
})

/** A picture is a picture: whatever is in it does nothing, and whose it is is asked each time. */
const PICTURE_HEADERS = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

const shown = ({ _id, sizes: { large, small } }: Photo) => ({
  id: _id,
  width: large.width,
  height: large.height,
  small: { width: small.width, height: small.height },
})

export const photoRoutes = (photos: Photos): Route[] => [
  bringPhoto(photos),
  describePhoto(photos),
  deletePhoto(photos),
  getPhoto(photos),
]

const bringPhoto = (photos: Photos): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/photos',
    name: 'bringPhoto',
    auth: 'required',
    cost: 'costly',
    largestBody: LARGEST_BYTES,
    bytes: PHOTO_TYPES,
    tag,
    summary: 'Brings a photo: it is made anew, without what the camera wrote into it, and waits a day to be used',
    body: bytesSchema,
    answers: { 201: newPhotoSchema },
    handle: async ({ body, actor, signal }) => {
      const gone = signal()
      return { status: 201, body: shown(await photos.upload(actor, body, () => !gone.aborted)) }
    },
  })

const describePhoto = (photos: Photos): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/photos/{photo}',
    name: 'describePhoto',
    auth: 'required',
    tag,
    summary: 'Says what a photo shows',
    params: photoParams,
    body: altSchema,
    answers: { 200: photoSchema },
    handle: async ({ params, body, actor }) => {
      requirePerson(actor)
      const photo = await photos.describe(actor, params.photo, body.alt)
      return { body: { ...shown(photo), alt: photo.alt } }
    },
  })

const deletePhoto = (photos: Photos): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/photos/{photo}',
    name: 'deletePhoto',
    auth: 'required',
    tag,
    summary: 'Deletes a photo that is not used',
    params: photoParams,
    answers: { 204: 'It is gone.' },
    handle: async ({ params, actor }) => {
      requirePerson(actor)
      await photos.delete(actor, params.photo)
      return {}
    },
  })

const getPhoto = (photos: Photos): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/photos/{photo}',
    name: 'getPhoto',
    auth: 'none',
    tag,
    summary: 'The picture, at an address that the service gave; whether its viewer may see it is asked each time',
    mediaType: 'image/webp',
    params: photoParams,
    query: z.object({
      size: z.enum(SIZES).default('large'),
      for: z.string().max(300).default('').meta({ description: 'For whom, as the address says it.' }),
    }),
    fields: ['if-none-match'],
    answers: { 200: 'A picture.' },
    handle: async ({ params, query, headers: { ifNoneMatch = [] } }) => {
      const { org, stored } = await photos.shown(params.photo, query.size, query.for)
      const headers = { ...PICTURE_HEADERS, etag: `"${stored.hash}"` }
      if (ifNoneMatch.includes(stored.hash) || ifNoneMatch.includes('*')) return { status: 304, headers, org }
      const { bytes, stream } = await photos.read(stored)
      return { stream, type: 'image/webp', headers: { ...headers, 'content-length': String(bytes) }, org }
    },
  })
