import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import type { Circle } from '../model.ts'
import type { Social } from '../service.ts'
import { personOf } from './asking.ts'
import { circleParams, circleSchema } from './inputs.ts'

const tag = 'Circles'

const shownSchema = z
  .object({ id: z.string(), name: z.string(), created: z.iso.datetime(), people: z.int().min(0) })
  .meta({ id: 'Circle', description: 'Nobody but its owner ever learns of it.' })

export const circleRoutes = (social: Social): Route[] => [
  listCircles(social),
  createCircle(social),
  renameCircle(social),
  deleteCircle(social),
]

const listCircles = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/me/circles',
    name: 'listCircles',
    auth: 'required',
    tag,
    summary: "The caller's circles, in the order in which they were made",
    answers: { 200: z.object({ circles: z.array(shownSchema) }).meta({ id: 'Circles' }) },
    handle: async ({ actor }) => {
      personOf(actor)
      const mine = await social.circles.list(actor)
      return { body: { circles: await Promise.all(mine.map((circle) => shown(social, actor.id, circle))) } }
    },
  })

const createCircle = (social: Social): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/me/circles',
    name: 'createCircle',
    auth: 'required',
    tag,
    summary: 'Makes a circle: a group of people, by which the caller chooses who sees what',
    body: circleSchema,
    fields: ['idempotency-key'],
    answers: { 201: shownSchema },
    handle: async ({ body: { name }, actor, headers: { idempotencyKey } }) => {
      personOf(actor)
      const { keys } = social.needs.comments().needs
      const request = ['createCircle', name]
      const { names } = await keys.reserve({ key: idempotencyKey, actor, request, since: async () => 0 })
      const circle = await social.circles.create(actor, { key: names.part, name })
      const headers = { location: `/v1/me/circles/${circle.key}` }
      return { status: 201, body: await shown(social, actor.id, circle), headers }
    },
  })

const renameCircle = (social: Social): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/me/circles/{circle}',
    name: 'renameCircle',
    auth: 'required',
    tag,
    summary: 'Gives a circle another name',
    params: circleParams,
    body: circleSchema,
    answers: { 200: shownSchema },
    handle: async ({ params, body, actor }) => {
      personOf(actor)
      return { body: await shown(social, actor.id, await social.circles.rename(actor, params.circle, body.name)) }
    },
  })

const deleteCircle = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/me/circles/{circle}',
    name: 'deleteCircle',
    auth: 'required',
    tag,
    summary: 'Deletes a circle: what is for it alone is from now on for nobody but its author',
    params: circleParams,
    answers: { 204: 'There is none, or not any more.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      await social.circles.remove(actor, params.circle)
      return {}
    },
  })

async function shown(
  { circles }: Social,
  owner: string,
  { key, name, created }: Circle,
): Promise<z.output<typeof shownSchema>> {
  return { id: key, name, created, people: await circles.count({ id: owner }, key) }
}
