import { defineRoute, type Route } from '../../api/route.ts'
import type { Social } from '../service.ts'
import { sightOf } from '../sight.ts'
import { personBrief } from '../views/person-brief.ts'
import { briefsSchema } from './answers.ts'
import { paged, pagingOf, personOf } from './asking.ts'
import { circleParams, pageQuery, personParams } from './inputs.ts'

const tag = 'Circles'
const PEOPLE = '/v1/me/circles/{circle}/people'
const bothParams = circleParams.extend(personParams.shape)

export const circlePeopleRoutes = (social: Social): Route[] => [
  listCirclePeople(social),
  addToCircle(social),
  removeFromCircle(social),
]

const listCirclePeople = (social: Social): Route =>
  defineRoute({
    method: 'GET',
    path: PEOPLE,
    name: 'listCirclePeople',
    auth: 'required',
    tag,
    summary: 'Who is in a circle of the caller',
    params: circleParams,
    query: pageQuery,
    answers: { 200: briefsSchema },
    handle: async ({ params, query, actor }) => {
      personOf(actor)
      const { people: ids, next } = await social.circles.members(actor, params.circle, pagingOf(query))
      const sight = await sightOf(social.needs, { org: actor.org, actor }, { people: ids })
      const there = ids.filter((id) => sight.isThere(id) && !sight.isApart(id))
      const people = there.map((id) => personBrief(sight.people.get(id), social.needs.picturesOf))
      return paged({ people, next }, actor.org)
    },
  })

const addToCircle = (social: Social): Route =>
  defineRoute({
    method: 'PUT',
    path: `${PEOPLE}/{person}`,
    name: 'addToCircle',
    auth: 'required',
    tag,
    summary: 'Puts somebody into a circle; they are not told',
    params: bothParams,
    answers: { 204: 'They are in it.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      await social.circles.add(actor, params.circle, params.person)
      return {}
    },
  })

const removeFromCircle = (social: Social): Route =>
  defineRoute({
    method: 'DELETE',
    path: `${PEOPLE}/{person}`,
    name: 'removeFromCircle',
    auth: 'required',
    tag,
    summary: 'Takes somebody out of a circle; they are not told',
    params: bothParams,
    answers: { 204: 'They are not in it, or not any more.' },
    handle: async ({ params, actor }) => {
      personOf(actor)
      await social.circles.drop(actor, params.circle, params.person)
      return {}
    },
  })
