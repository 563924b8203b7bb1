import type { Answer, Operations } from '@palaver/client'

/** A post as one viewer may see it. */
export type Post = Answer<'GET /v1/posts/{post}'>
export type PostPage = Answer<'GET /v1/news'>
export type Photo = Post['photos'][number]
export type Link = NonNullable<Post['link']>
export type Place = NonNullable<Post['place']>
export type Poll = NonNullable<Post['poll']>
export type NewPost = Operations['POST /v1/posts']['input']['body']

export const AUDIENCES = ['public', 'followers', 'circles', 'chosen', 'people'] as const
export type To = (typeof AUDIENCES)[number]
/** As its author has it. */
export type Audience = { to: To; circles: readonly string[]; people: readonly string[] }

/** Somebody beside what they wrote. */
export type Brief = Post['author']
export type PeoplePage = Answer<'GET /v1/people/{person}/followers'>
export type Person = Answer<'GET /v1/people/{person}'>
export type You = NonNullable<Person['you']>

export const CLOSENESS = ['everyone', 'followers', 'following', 'nobody'] as const
export type Closeness = (typeof CLOSENESS)[number]
export type Profile = Answer<'GET /v1/me/profile'>
export type ProfileChange = Operations['PATCH /v1/me/profile']['input']['body']
export type Field = Profile['fields'][number] & { label?: string }

export type Circle = Answer<'POST /v1/me/circles'>
export type Requests = Answer<'GET /v1/me/follow-requests'>
export type MutedWord = Answer<'GET /v1/me/muted-words'>['words'][number]
