import type { Accounts } from '../../accounts/service.ts'
import type { Previews } from '../../social/previews/service.ts'
import type { Social } from '../../social/service.ts'
import { ARTICLES, pathOf } from '../articles.ts'
import { ORG } from '../people.ts'
import { POSTS } from './posts.ts'

type Needs = { accounts: Accounts; social: Social; previews: Previews }

/** Where people and posts have their pages, and where posts link to pages of the magazine: at the address of today. */
export async function settleVillage({ accounts, social, previews }: Needs, address: string): Promise<void> {
  const pages = { person: `${address}/people/{id}`, post: `${address}/posts/{id}` }
  if ((await accounts.get(ORG))?.pages?.post !== pages.post) await accounts.change(ORG, { pages })
  for (const { id, link } of POSTS) {
    if (link === undefined) continue
    const url = `${address}${link}`
    const { changed } = await social.needs.posts.change(id, (post, to) =>
      post === null || post.link === null || post.link === url ? null : to.change({ $set: { link: url } }),
    )
    if (changed) await tellOf(previews, link, url)
  }
}

/** It is known what these pages say, and the service asks no page on this machine. */
async function tellOf(previews: Previews, path: string, url: string): Promise<void> {
  const article = ARTICLES.find((one) => pathOf(one) === path)
  if (article === undefined) return
  const { title, standfirst: description } = article
  await previews.tell(ORG, url, { title, description, site: 'The Long Table', lang: 'en' })
}
