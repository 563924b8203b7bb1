import * as z from 'zod'
import { defineRoute, type Route } from '../../api/route.ts'
import { FOLLOW_STATES } from '../model.ts'
import type { Social } from '../service.ts'
import { personOf, toldBy } from './asking.ts'
import { personParams } from './inputs.ts'

const tag = 'Following'

const stateSchema = z
  .object({
    state: z.enum(FOLLOW_STATES).nullable().meta({
      description: '`asked`: the account is private, and its owner has yet to let them.',
    }),
  })
  .meta({ id: 'Following' })

export const followingRoutes = (social: Social): Route[] => [
  follow(social),
  unfollow(social),
  acceptFollower(social),
  declineFollower(social),
  removeFollower(social),
]

const follow = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/me/following/{person}',
    name: 'follow',
    auth: 'required',
    tag,
    summary: 'Follows somebody, or asks to where their account is private',
    params: personParams,
    answers: { 200: stateSchema },
    handle: async ({ params, actor }) => {
      personOf(actor)
      const { state, event } = await social.follow(actor, params.person)
      return { body: { state }, ...toldBy({ event }) }
    },
  })

const unfollow = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/me/following/{person}',
    name: 'unfollow',
    auth: 'required',
    tag,
    summary: 'No longer follows somebody, or no longer asks to',
    params: personParams,
    answers: { 200: stateSchema },
    handle: async ({ params, actor }) => {
      personOf(actor)
      const { state, event } = await social.unfollow(actor, params.person)
      return { body: { state }, ...toldBy({ event }) }
    },
  })

const acceptFollower = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/me/follow-requests/{person}',
    name: 'acceptFollower',
    auth: 'required',
    tag,
    summary: 'Lets somebody follow the caller who has asked to',
    params: personParams,
    answers: { 200: stateSchema },
    handle: async ({ params, actor }) => {
      personOf(actor)
      const { state, event } = await social.accept(actor, params.person)
      return { body: { state }, ...toldBy({ event }) }
    },
  })

const declineFollower = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/me/follow-requests/{person}',
    name: 'declineFollower',
    auth: 'required',
    tag,
    summary: 'Does not let somebody follow the caller; they may ask again',
    params: personParams,
    answers: { 204: 'They do not follow the caller, nor ask to.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      return toldBy(await social.decline(actor, params.person))
    },
  })

const removeFollower = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/me/followers/{person}',
    name: 'removeFollower',
    auth: 'required',
    tag,
    summary: 'Sends a follower away',
    params: personParams,
    answers: { 204: 'They do not follow the caller any more.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      return toldBy(await social.removeFollower(actor, params.person))
    },
  })
