import type { Collection } from '@palaver/store'
import type { PostNeeds } from '../posts/needs.ts'
import type { ViewNeeds } from '../views/post-view.ts'
import type { PostCase } from './model.ts'

export type PostModerationNeeds = PostNeeds & ViewNeeds & { postCases: Collection<PostCase> }
